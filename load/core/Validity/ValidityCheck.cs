namespace TwoTier.Load.Validity;

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
    /// <summary>Creates a check that fails unless its condition holds. Only then does it have a cure.</summary>
    internal static ValidityCheck Require(
        bool holds, string id, string label, string value, string limit, string? cure = null) =>
        new(id, label, value, limit, holds ? CheckState.Pass : CheckState.Fail, holds ? null : cure);

    /// <summary>Creates a check that is a note unless its condition holds. Only then does it have a cure.</summary>
    internal static ValidityCheck Expect(
        bool holds, string id, string label, string value, string limit, string? cure = null) =>
        new(id, label, value, limit, holds ? CheckState.Pass : CheckState.Note, holds ? null : cure);

    internal static IEnumerable<string> DescribeFailures(IEnumerable<ValidityCheck> checks) =>
        checks.Where(check => check.State == CheckState.Fail).Select(check => $"{check.Label}: {check.Value}");
}

/// <summary>The validity of a run: whether its measured values can be trusted.</summary>
public sealed record RunValidity(string State, IReadOnlyList<ValidityCheck> Checks)
{
    public const string ValidState = "valid";

    /// <summary>
    /// The measured values can be quoted, but the measurement scattered so much that it could not have seen a
    /// difference smaller than <see cref="SmallestRatio"/>.
    /// </summary>
    public const string LimitedState = "limited";

    public const string InvalidState = "invalid";
    public const string CutShortState = "cut-short";

    /// <summary>The run had the errors that it was meant to show, and no others.</summary>
    public const string FailedAsPlannedState = "failed-as-planned";

    // If the baseline's ratio to itself scatters by less than this factor, the comparison can detect the differences
    // that matter.
    private const double NotableRatio = 1.1;

    /// <summary>
    /// Whether the measurement was stopped before its planned end, whatever its state: a result can be both
    /// <see cref="InvalidState"/> and cut short.
    /// </summary>
    public bool CutShort { get; init; } = State == CutShortState;

    private static readonly string[] StatesFromWorst =
        [InvalidState, CutShortState, FailedAsPlannedState, LimitedState, ValidState];

    /// <summary>
    /// The smallest ratio to the baseline that a comparison could have told from 1, by the interval of the baseline
    /// against itself. Null unless the comparison is limited by it.
    /// </summary>
    public double? SmallestRatio { get; init; }

    /// <summary>Limits a valid comparison whose baseline scatters much against itself.</summary>
    internal RunValidity WithDetectionLimit(double? detectionLimit, bool isBlind) =>
        State == ValidState && detectionLimit is { } limit && (isBlind || limit >= NotableRatio)
            ? this with { State = LimitedState, SmallestRatio = Math.Min(limit, double.MaxValue) }
            : this;

    /// <summary>Gets the worst of several states. A state that is not known is worse than all that are.</summary>
    internal static string GetWorstState(IEnumerable<string> states) =>
        states.MinBy(state => Array.IndexOf(StatesFromWorst, state))!;

    internal static RunValidity FromChecks(IReadOnlyList<ValidityCheck> checks, bool isCutShort = false)
    {
        var state = checks.Any(check => check.State == CheckState.Fail) ? InvalidState
            : isCutShort ? CutShortState
            : checks.Any(check => check.Id == RunChecks.ExpectedErrorsId) ? FailedAsPlannedState
            : ValidState;
        return new RunValidity(state, checks) { CutShort = isCutShort };
    }

    internal RunValidity With(ValidityCheck check) => this with
    {
        State = check.State == CheckState.Fail ? InvalidState : State,
        Checks = [.. Checks, check],
    };
}

internal sealed class CheckStateConverter()
    : JsonStringEnumConverter<CheckState>(JsonNamingPolicy.SnakeCaseLower, allowIntegerValues: false);
