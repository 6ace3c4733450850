namespace Benchmarks.Demonstrations;

/// <summary>What is shown better by a few lines than by a benchmark.</summary>
internal static class Demonstration
{
    private static readonly Dictionary<string, Func<Task>> All = new()
    {
        ["classic"] = Classic.RunAsync,
        ["held-connection"] = HeldConnection.RunAsync,
        ["unread-failure"] = UnreadFailure.RunAsync,
        ["large-objects"] = LargeObjects.RunAsync,
    };

    public static IEnumerable<string> Names => All.Keys;

    public static async Task<int> RunAsync(string name)
    {
        await All[name]();
        return 0;
    }
}
