namespace Load.Statistics;

/// <summary>What a comparison says of a variant and the baseline.</summary>
internal enum Verdict
{
    NoDifference,
    Higher,
    Lower,
}
