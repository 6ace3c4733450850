namespace TwoTier.Load.Results;

/// <summary>A kind of transport error, with its most frequent causes; all others are counted together.</summary>
internal sealed record FailureResult(
    string Kind, long Count, string Advice, IReadOnlyList<FailureResult.Cause> Messages)
{
    public sealed record Cause(string Text, long Count);
}
