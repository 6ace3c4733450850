using System.IO.Pipes;
using TwoTier.Load.Reports;
using TwoTier.Load.Units;

namespace Load.Tests;

public sealed class RequestLogTests : LoadToolTests
{
    // Every write to /dev/full fails in the same way as on a full disk.
    private const string FullDisk = "/dev/full";
    private const int Requests = 500_000;

    private static readonly RequestMix Mix = TestRequests.CreateMix("http://h/");

    [Fact]
    public async Task Run_LogOnFullDisk_KeepsResultAndIsInvalid()
    {
        await using var server = await TestServer.StartAsync(TestServer.HelloAsync);
        var path = Path.Combine(Tool.Folder, "full");
        File.CreateSymbolicLink(path, FullDisk);

        var exit = await Tool.RunAsync(server.Url, $"-n 20 --log {path}");

        exit.ShouldBe(ExitCode.WriteError);
        Tool.Output.ShouldNotContain("✓ VALID");
        Tool.Output.ShouldMatch(@"\n *exit +74: a file could not be written\n");
        Tool.Error.ShouldStartWith("cannot write: No space left on device");
        var result = await Tool.ReadResultAsync();
        (result.Validity.State, result.Variants[0].Requests).ShouldBe((RunValidity.InvalidState, 20));
    }

    [Fact]
    public async Task WriteAsync_ReportOnFullDisk_LeavesNoFile()
    {
        var result = SampleResults.Run();
        File.CreateSymbolicLink(Path.Combine(Tool.Folder, $"{result.Id}.md"), FullDisk);

        await Should.ThrowAsync<IOException>(() => ResultFiles.WriteAsync(result, Tool.Folder));

        Directory.GetFiles(Tool.Folder).ShouldBeEmpty();
    }

    [Fact]
    [TimeLimit(20)]
    public async Task RecordReply_NothingIsWritten_NeverWaitsAndSaysHowManyLinesAreMissing()
    {
        using var disk = new AnonymousPipeServerStream(PipeDirection.In);
        await using var log = new RequestLog(
            $"/proc/self/fd/{disk.ClientSafePipeHandle.DangerousGetHandle()}", Mix, TimeProvider.System);
        disk.DisposeLocalCopyOfClientHandle();

        var limit = TestContext.Current.CancellationToken;
        await using var closing = limit.Register(disk.Dispose);
        await Task.Run(
            () =>
            {
                for (var i = 0; i < Requests; i++)
                    log.RecordReply(i, Mix.GetRequest(i), 0, 1, new CompletedResponse(200, 5));
            },
            limit).WaitAsync(limit);

        var missing = log.MissingLines;
        missing.ShouldBeGreaterThan(0);
        using var reader = new StreamReader(disk);
        var reading = Task.Run(reader.ReadToEnd);
        await log.CompleteAsync();
        var check = RunChecks.CheckLog(log.MissingLines);
        (check.State, check.Value).ShouldBe((CheckState.Note, SignificantDigits.FormatCount(missing)));
        var lines = (await reading).Split('\n', StringSplitOptions.RemoveEmptyEntries);
        lines[^1].ShouldBe($"# incomplete: {missing} lines are missing, because the disk was too slow");
        lines[1..^1].Length.ShouldBe((int)(Requests - missing));
    }
}
