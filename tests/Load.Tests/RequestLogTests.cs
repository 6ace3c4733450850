using Load.Cli;
using Load.Http;
using Load.Metrics;
using Load.Tests.Hosting;

namespace Load.Tests;

public sealed class RequestLogTests : IDisposable
{
    // Every write to /dev/full fails in the same way as on a full disk.
    private const string FullDisk = "/dev/full";
    private const int LinesAboveQueueCapacity = 100_000;

    private readonly LoadTool _tool = new();

    public void Dispose() => _tool.Dispose();

    [Fact]
    public async Task Run_LogOption_WritesLinesWhileTheRunGoesOn()
    {
        var (last, arrived) = (new TaskCompletionSource(), 0);
        await using var server = await TestServer.StartAsync(async context =>
        {
            if (Interlocked.Increment(ref arrived) == 3)
                await last.Task;
            await TestServer.HelloAsync(context);
        });
        var log = Path.Combine(_tool.Folder, "log.tsv");

        var run = _tool.InvokeAsync("run", "-u", server.Url, "-n", "3", "-c", "1", "--warmup", "0s", "--log", log);

        await Eventually.WaitUntilAsync(() => File.Exists(log) && ReadLines(log).Length == 3);
        run.IsCompleted.ShouldBeFalse();
        last.SetResult();
        await run;
        ReadLines(log).Length.ShouldBe(4);
    }

    [Fact]
    public async Task Run_LogOnFullDisk_KeepsResultAndReportsError()
    {
        await using var server = await TestServer.StartAsync(TestServer.HelloAsync);

        var exit = await _tool.InvokeAsync("run", "-u", server.Url, "-n", "20", "--warmup", "0s", "--log", FullDisk);

        exit.ShouldBe(ExitCode.WriteError);
        (await _tool.ReadResultAsync()).Variants[0].Requests.ShouldBe(20);
    }

    [Fact]
    public async Task RecordResponse_AfterFailedWrite_NeverWaits()
    {
        var mix = TestRequests.CreateMix("http://h/");
        await using var log = new RequestLog(FullDisk, mix, TimeProvider.System);

        for (var i = 0; i < LinesAboveQueueCapacity; i++)
            await log.RecordReplyAsync(i, mix.GetRequest(i), 0, 1, new CompletedResponse(200, 5));

        await Should.ThrowAsync<IOException>(log.CompleteAsync);
    }

    [Fact]
    public async Task RecordResponse_MoreThanFitsIntoQueue_LosesNoLine()
    {
        var mix = TestRequests.CreateMix("http://h/");
        var path = Path.Combine(_tool.Folder, "log.tsv");
        await using var log = new RequestLog(path, mix, TimeProvider.System);

        await Parallel.ForAsync(0, LinesAboveQueueCapacity, async (i, _) =>
            await log.RecordReplyAsync(i, mix.GetRequest(i), 0, 1, new CompletedResponse(200, 5)));
        await log.CompleteAsync();

        File.ReadLines(path).Skip(1).Select(line => int.Parse(line.Split('\t')[1])).Order()
            .ShouldBe(Enumerable.Range(0, LinesAboveQueueCapacity));
    }

    private static string[] ReadLines(string path)
    {
        using var file = new FileStream(path, FileMode.Open, FileAccess.Read, FileShare.ReadWrite);
        using var reader = new StreamReader(file);
        return reader.ReadToEnd().Split('\n', StringSplitOptions.RemoveEmptyEntries);
    }
}
