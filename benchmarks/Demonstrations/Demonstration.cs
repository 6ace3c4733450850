using Benchmarks.Running;

namespace Benchmarks.Demonstrations;

/// <summary>What is shown better by a few lines than by a benchmark.</summary>
internal static class Demonstration
{
    private static readonly Dictionary<string, Func<TextWriter, Task>> All = new()
    {
        ["classic"] = Classic.RunAsync,
        ["held-connection"] = HeldConnection.RunAsync,
        ["unread-failure"] = UnreadFailure.RunAsync,
        ["large-objects"] = LargeObjects.RunAsync,
    };

    public static IEnumerable<string> Names => All.Keys;

    public static async Task<int> ShowAsync(string name)
    {
        await All[name](Console.Out);
        return 0;
    }

    /// <summary>All of them, beside the studies that are kept.</summary>
    public static async Task KeepAsync(StudyLength length)
    {
        foreach (var (name, demonstration) in All)
        {
            var text = new StringWriter();
            await demonstration(text);
            Kept.Write(length, name, [text.ToString().TrimEnd()]);
        }
    }
}
