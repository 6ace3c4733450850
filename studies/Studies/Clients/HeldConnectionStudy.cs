using System.CommandLine;
using System.Diagnostics;
using Studies.Commands;
using Studies.Hosting;

namespace Studies.Studies.Clients;

/// <summary>
/// Claim C3 of Reis, 2021. Measures how long a call waits if the client may open only one connection, and an earlier
/// response holds that connection until the response is disposed. The body of the earlier response is either read or
/// unread.
/// </summary>
internal sealed class HeldConnectionStudy : StudyCommand
{
    private const string DocumentPath = "/documents/400000";
    private static readonly TimeSpan HoldTime = TimeSpan.FromSeconds(1);

    private static readonly (string Response, HttpCompletionOption Completion, bool IsRead)[] ResponseCases =
    [
        ("ResponseContentRead, not disposed", HttpCompletionOption.ResponseContentRead, false),
        ("ResponseHeadersRead, body not read, not disposed", HttpCompletionOption.ResponseHeadersRead, false),
        ("ResponseHeadersRead, body read, not disposed", HttpCompletionOption.ResponseHeadersRead, true),
    ];

    public HeldConnectionStudy()
        : base("held-connection",
            "Measures the wait for a connection in use. Another response holds the connection until it is disposed.",
            new(1, "The number of times to repeat each measurement.", 1))
    {
    }

    protected override TimeSpan? EstimateDuration(ParseResult arguments, int rounds) =>
        TimeSpan.FromSeconds(3 + (rounds * ResponseCases.Length));

    protected override async Task<int> RunAsync(StudyContext context)
    {
        var server = await context.Environment.StartDocumentServerAsync();
        var results = new List<HeldConnectionResult>();
        for (var round = 0; round < context.Rounds; round++)
        {
            foreach (var (response, completion, isRead) in ResponseCases)
                results.Add(
                    new HeldConnectionResult(
                        response, await MeasureAsync(server, completion, isRead, context.Environment.StopToken)));
        }

        var table = new TextTable(
            1, $"first response, disposed after {HoldTime.TotalSeconds} s", "duration of the next call, ms");
        foreach (var result in results)
            table.Add(result.FirstResponse, TableNumbers.Format(result.NextCallMs, "#,0"));
        StudyFiles.Write(context.ResultsFolder, Name, results, table);
        return ExitCode.Success;
    }

    private static async Task<double> MeasureAsync(
        Uri server, HttpCompletionOption completion, bool isRead, CancellationToken stop)
    {
        using var handler = new SocketsHttpHandler { MaxConnectionsPerServer = 1, UseProxy = false };
        using var client = new HttpClient(handler) { BaseAddress = server };
        using (await client.GetAsync(DocumentPath, stop))
        {
            // The first call is not measured: it opens the connection and makes the JIT compiler run.
        }

        var kept = await client.GetAsync(DocumentPath, completion, stop);
        if (isRead)
            await kept.Content.CopyToAsync(Stream.Null, stop);
        var started = Stopwatch.GetTimestamp();
        var next = client.GetAsync(DocumentPath, stop);
        await Task.WhenAny(next, Task.Delay(HoldTime, stop));
        kept.Dispose();
        using var answer = await next;
        return Stopwatch.GetElapsedTime(started).TotalMilliseconds;
    }

    private sealed record HeldConnectionResult(string FirstResponse, double NextCallMs);
}
