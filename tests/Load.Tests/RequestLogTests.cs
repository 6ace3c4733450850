namespace Load.Tests;

public sealed class RequestLogTests : LoadToolTests
{
    // Every write to /dev/full fails in the same way as on a full disk.
    private const string FullDisk = "/dev/full";
    private const int LinesAboveQueueCapacity = 100_000;

    [Fact]
    public async Task Run_LogOnFullDisk_KeepsResultAndReportsError()
    {
        await using var server = await TestServer.StartAsync(TestServer.HelloAsync);

        var exit = await Tool.RunAsync(server.Url, $"-n 20 --log {FullDisk}");

        exit.ShouldBe(ExitCode.WriteError);
        (await Tool.ReadRunAsync()).Requests.ShouldBe(20);
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
        var path = Path.Combine(Tool.Folder, "log.tsv");
        await using var log = new RequestLog(path, mix, TimeProvider.System);

        await Parallel.ForAsync(0, LinesAboveQueueCapacity, async (i, _) =>
            await log.RecordReplyAsync(i, mix.GetRequest(i), 0, 1, new CompletedResponse(200, 5)));
        await log.CompleteAsync();

        File.ReadLines(path).Skip(1).Select(line => int.Parse(line.Split('\t')[1])).Order()
            .ShouldBe(Enumerable.Range(0, LinesAboveQueueCapacity));
    }
}
