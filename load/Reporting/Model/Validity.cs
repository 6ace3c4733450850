using Load.Checking;

namespace Load.Reporting.Model;

/// <param name="State">valid, invalid or cut-short.</param>
/// <param name="Checks">What was looked at.</param>
internal sealed record Validity(string State, IReadOnlyList<Check> Checks)
{
    public const string Valid = "valid";
    public const string Invalid = "invalid";
    public const string CutShort = "cut-short";

    /// <summary>Of a run that is under way.</summary>
    public static Validity Of(IReadOnlyList<Check> checks) =>
        new(checks.Any(check => check.State == CheckState.Fail) ? Invalid : Valid, checks);
}
