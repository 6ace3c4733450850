namespace Load.Validity;

/// <param name="State">valid, invalid or cut-short.</param>
/// <param name="Checks">What was looked at.</param>
internal sealed record RunValidity(string State, IReadOnlyList<Check> Checks)
{
    public const string Valid = "valid";
    public const string Invalid = "invalid";
    public const string CutShort = "cut-short";

    /// <summary>Of a run that is under way.</summary>
    public static RunValidity From(IReadOnlyList<Check> checks) =>
        new(checks.Any(check => check.State == CheckState.Fail) ? Invalid : Valid, checks);
}
