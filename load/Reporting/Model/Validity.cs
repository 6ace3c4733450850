using Load.Checking;

namespace Load.Reporting.Model;

/// <param name="State">valid, invalid or cut-short.</param>
/// <param name="Checks">What was looked at.</param>
internal sealed record Validity(string State, IReadOnlyList<Check> Checks)
{
    public const string Valid = "valid";
    public const string Invalid = "invalid";
    public const string CutShort = "cut-short";
}
