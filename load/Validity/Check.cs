namespace Load.Validity;

/// <summary>The outcome of a check.</summary>
internal enum CheckState
{
    /// <summary>The condition holds.</summary>
    Pass,

    /// <summary>The condition does not hold or could not be checked; the figures can still be quoted.</summary>
    Note,

    /// <summary>The condition does not hold; the figures must not be quoted.</summary>
    Fail,
}

/// <summary>A condition under which the figures of a run can be trusted.</summary>
/// <param name="Id">The identifier in the result file.</param>
/// <param name="Label">The condition in words.</param>
/// <param name="Value">What was found.</param>
/// <param name="Limit">What is required.</param>
/// <param name="State">The outcome.</param>
/// <param name="Cure">What the user can try; null if there is nothing to suggest.</param>
internal sealed record Check(string Id, string Label, string Value, string Limit, CheckState State, string? Cure = null)
{
    /// <summary>Gets the state of a condition that is required.</summary>
    public static CheckState FailUnless(bool condition) => condition ? CheckState.Pass : CheckState.Fail;

    /// <summary>Gets the state of a condition that is only worth a note.</summary>
    public static CheckState NoteUnless(bool condition) => condition ? CheckState.Pass : CheckState.Note;
}

/// <summary>Whether the figures of a run can be trusted.</summary>
/// <param name="State">The overall state: valid, invalid or cut-short.</param>
/// <param name="Checks">The checks that led to the state.</param>
internal sealed record RunValidity(string State, IReadOnlyList<Check> Checks)
{
    public const string Valid = "valid";
    public const string Invalid = "invalid";
    public const string CutShort = "cut-short";

    /// <summary>Gets the validity of a run that is still in progress.</summary>
    public static RunValidity From(IReadOnlyList<Check> checks) =>
        new(checks.Any(check => check.State == CheckState.Fail) ? Invalid : Valid, checks);
}
