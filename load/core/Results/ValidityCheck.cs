namespace TwoTier.Load.Results;

/// <summary>The outcome of a validity check.</summary>
[JsonConverter(typeof(CheckStateConverter))]
public enum CheckState
{
    /// <summary>The checked condition holds.</summary>
    Pass,

    /// <summary>
    /// The checked condition does not hold or could not be checked, but the measured values can still be quoted.
    /// </summary>
    Note,

    /// <summary>The checked condition does not hold, so the measured values must not be quoted.</summary>
    Fail,
}

/// <summary>A validity check: a condition under which the measured values of a run can be trusted.</summary>
public sealed record ValidityCheck(
    string Id, string Label, string Value, string Limit, CheckState State, string? Cure = null)
{
    /// <summary>Creates a check that fails, or is a note, unless its condition holds. Only then has it a cure.</summary>
    internal static ValidityCheck Require(
        bool holds, string id, string label, string value, string limit, string? cure = null, bool isNote = false) =>
        holds ? new(id, label, value, limit, CheckState.Pass)
            : new(id, label, value, limit, isNote ? CheckState.Note : CheckState.Fail, cure);
}

/// <summary>The validity of a run: whether its measured values can be trusted.</summary>
public sealed record RunValidity(string State, IReadOnlyList<ValidityCheck> Checks)
{
    public const string ValidState = "valid";

    /// <summary>
    /// Other programs used more than a quarter of the machine's CPU: only large ratios have a verdict, those whose
    /// whole interval is beyond 1.5 times as much, or as little.
    /// </summary>
    public const string BusyState = "busy";

    public const string InvalidState = "invalid";
    public const string CutShortState = "cut-short";

    /// <summary>
    /// Whether the measurement was stopped before its planned end, whatever its state: a result can be both
    /// <see cref="InvalidState"/> and cut short.
    /// </summary>
    public bool CutShort { get; init; } = State == CutShortState;

    /// <summary>
    /// The share of the machine's CPU time, from 0 to 1, that other programs used; null if it is not known.
    /// </summary>
    public double? OtherShare { get; init; }

    internal const double MaxOtherShare = 0.25;
    private const double LeastRatioIfBusy = 1.5;

    /// <summary>Says whether an interval of a ratio may be told, however wide or narrow it is.</summary>
    internal static bool CanTell(string state, ConfidenceInterval? interval) => state switch
    {
        ValidState => true,
        BusyState => interval?.Lo > LeastRatioIfBusy || interval?.Hi < 1 / LeastRatioIfBusy,
        _ => false,
    };

    internal static RunValidity FromChecks(
        IReadOnlyList<ValidityCheck> checks, bool isCutShort = false, double? otherShare = null)
    {
        var state = checks.Any(check => check.State == CheckState.Fail) ? InvalidState
            : isCutShort ? CutShortState
            : otherShare > MaxOtherShare ? BusyState
            : ValidState;
        return new RunValidity(state, checks) { CutShort = isCutShort, OtherShare = otherShare };
    }

    internal RunValidity With(ValidityCheck check) => this with
    {
        State = check.State == CheckState.Fail ? InvalidState : State,
        Checks = [.. Checks, check],
    };
}

internal sealed class CheckStateConverter()
    : JsonStringEnumConverter<CheckState>(JsonNamingPolicy.SnakeCaseLower, allowIntegerValues: false);
