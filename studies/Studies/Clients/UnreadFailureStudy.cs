using System.CommandLine;
using System.Diagnostics;
using System.Globalization;
using Studies.Commands;
using Studies.Hosting;

namespace Studies.Studies.Clients;

/// <summary>
/// Claim C4 of Reis, 2021: measures what a failed response with a long body costs, in time and in bytes that the server
/// sends, when the client reads the body and when it does not. Even a body that the client does not read is sent in
/// part, until the socket buffers of both sides are full.
/// </summary>
internal sealed class UnreadFailureStudy : StudyCommand
{
    private const int CallCount = 100;
    private static readonly int[] BodySizes = [40_000, 400_000, 4_000_000, 40_000_000];

    private static readonly (string Body, HttpCompletionOption Completion)[] ReadingCases =
        [("read", HttpCompletionOption.ResponseContentRead), ("not read", HttpCompletionOption.ResponseHeadersRead)];

    public UnreadFailureStudy()
        : base("unread-failure",
            "Measures what reading the body of an error costs. Compares with leaving the body of the response unread.",
            new(1, "The number of times to repeat each measurement.", 1))
    {
    }

    protected override TimeSpan? EstimateDuration(ParseResult arguments, int rounds) =>
        TimeSpan.FromSeconds(4 + (10 * rounds));

    protected override async Task<int> RunAsync(StudyContext context)
    {
        var server = await context.Environment.StartDocumentServerAsync();
        var results = new List<UnreadFailureResult>();
        for (var round = 0; round < context.Rounds; round++)
        {
            foreach (var bytes in BodySizes)
            {
                foreach (var (body, completion) in ReadingCases)
                    results.Add(await MeasureAsync(context.Environment, server, bytes, body, completion));
            }
        }

        var table = new TextTable(2, "bytes of the error body", "body", "ms per call", "bytes sent per call");
        foreach (var result in results)
            table.Add($"{result.Bytes}", result.Body, TableNumbers.Format(result.Ms, "0.00"), $"{result.BytesSent}");
        StudyFiles.Write(context.ResultsFolder, Name, results, table);
        return ExitCode.Success;
    }

    private static async Task<UnreadFailureResult> MeasureAsync(
        TestbedEnvironment environment, Uri server, int bytes, string body, HttpCompletionOption completion)
    {
        using var handler = new SocketsHttpHandler { UseProxy = false };
        using var client = new HttpClient(handler) { BaseAddress = server };
        var sent = await ReadBytesSentAsync();
        var started = Stopwatch.GetTimestamp();
        for (var i = 0; i < CallCount; i++)
            (await client.GetAsync($"/failures/{bytes}", completion, environment.StopToken)).Dispose();
        var ms = Stopwatch.GetElapsedTime(started).TotalMilliseconds / CallCount;
        return new UnreadFailureResult(bytes, body, ms, (await ReadBytesSentAsync() - sent) / CallCount);

        async Task<long> ReadBytesSentAsync() =>
            long.Parse(await environment.GetAsync(new(server, "/written")), CultureInfo.InvariantCulture);
    }

    private sealed record UnreadFailureResult(int Bytes, string Body, double Ms, long BytesSent);
}
