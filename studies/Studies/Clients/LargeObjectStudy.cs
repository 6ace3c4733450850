using System.CommandLine;
using System.Text.Json;
using Studies.Commands;
using Studies.Hosting;

namespace Studies.Studies.Clients;

/// <summary>
/// Claim C1 of Reis, 2021: measures how many bytes a call allocates, and how many of these bytes are on the large
/// object heap. That heap contains objects of 85,000 bytes or more, which only the most expensive kind of garbage
/// collection frees.
/// </summary>
internal sealed class LargeObjectStudy : StudyCommand
{
    private const int CallCount = 100;
    private static readonly string[] BodyKinds = ["documents", "texts"];
    private static readonly int[] BodySizes = [1_000, 40_000, 400_000, 4_000_000];

    private static readonly (string Name, Func<HttpClient, string, CancellationToken, Task> CallAsync)[] Methods =
    [
        ("ResponseContentRead",
            (client, path, stop) => GetAsync(client, path, HttpCompletionOption.ResponseContentRead, stop)),
        ("ResponseHeadersRead",
            (client, path, stop) => GetAsync(client, path, HttpCompletionOption.ResponseHeadersRead, stop)),
        ("GetStreamAsync", GetStreamAsync),
    ];

    public LargeObjectStudy()
        : base("large-objects",
            "Measures the memory that a call allocates. Also shows how much of it is on the large object heap.",
            new(1, "The number of times to repeat each measurement.", 1))
    {
    }

    protected override TimeSpan? EstimateDuration(ParseResult arguments, int rounds) =>
        TimeSpan.FromSeconds(4 + (20 * rounds));

    protected override async Task<int> RunAsync(StudyContext context)
    {
        var server = await context.Environment.StartDocumentServerAsync();
        using var allocations = new LargeObjectAllocations();
        using var handler = new SocketsHttpHandler { UseProxy = false };
        using var client = new HttpClient(handler) { BaseAddress = server };
        var results = new List<AllocationResult>();
        for (var round = 0; round < context.Rounds; round++)
        {
            foreach (var path in BodyKinds.SelectMany(kind => BodySizes.Select(size => $"/{kind}/{size}")))
            {
                foreach (var (name, callAsync) in Methods)
                    results.Add(await MeasureAsync(
                        allocations, path, name, () => callAsync(client, path, context.Environment.StopToken)));
            }
        }

        var table = new TextTable(2, "document", "method", "bytes per call", "on the large object heap");
        foreach (var result in results)
            table.Add(result.Document, result.Method, $"{result.Bytes}", $"{result.LargeObjectBytes}");
        StudyFiles.Write(context.ResultsFolder, Name, results, table);
        return ExitCode.Success;
    }

    private static async Task<AllocationResult> MeasureAsync(
        LargeObjectAllocations allocations, string path, string method, Func<Task> callAsync)
    {
        await callAsync();
        var (all, large) = (GC.GetTotalAllocatedBytes(precise: true), allocations.AllocatedBytes);
        for (var i = 0; i < CallCount; i++)
            await callAsync();
        return new AllocationResult(path[1..], method,
            (GC.GetTotalAllocatedBytes(precise: true) - all) / CallCount,
            (allocations.AllocatedBytes - large) / CallCount);
    }

    private static async Task GetAsync(
        HttpClient client, string path, HttpCompletionOption completion, CancellationToken stop)
    {
        using var response = await client.GetAsync(path, completion, stop);
        response.EnsureSuccessStatusCode();
        await using var body = await response.Content.ReadAsStreamAsync(stop);
        await JsonSerializer.DeserializeAsync<SearchResult>(body, JsonSerializerOptions.Web, stop);
    }

    private static async Task GetStreamAsync(HttpClient client, string path, CancellationToken stop)
    {
        await using var body = await client.GetStreamAsync(path, stop);
        await JsonSerializer.DeserializeAsync<SearchResult>(body, JsonSerializerOptions.Web, stop);
    }

    private sealed record AllocationResult(string Document, string Method, long Bytes, long LargeObjectBytes);
}
