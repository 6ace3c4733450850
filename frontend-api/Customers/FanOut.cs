namespace FrontendApi.Customers;

/// <summary>How the orders of a customer are fetched: the values of the flag <c>fanout</c>.</summary>
internal static class FanOut
{
    /// <summary>One after the other, as in the sources.</summary>
    public const string Sequential = "sequential";

    /// <summary>All at once; where the strategy blocks, each on a thread of its own.</summary>
    public const string Parallel = "parallel";

    public static readonly IReadOnlyList<string> Values = [Sequential, Parallel];
}
