namespace EndToEnd.Tests;

/// <summary>Pipes the events of the load tool into show.</summary>
[Slow]
public sealed class PipeTests : FolderTests
{
    [Fact]
    public async Task LoadToolAndShow_InAPipe_PageGetsTheRunAndItsReport()
    {
        var cancellation = TestContext.Current.CancellationToken;
        var page = FreePort.FindAddress();
        await using var backend = await ServiceProgram.StartAsync("BackendApi", [], cancellation);
        var load = ProgramLocator.CreateStartInfo(
            "Load",
            [
                "run", $"{new Uri(backend.Address, "/api/customer/1")}", "-n", "100", "--warmup", "0s", "--events", "-",
                "--out", Folder,
            ]);
        var show = ProgramLocator.CreateStartInfo("Show", ["-", "--page", RequestUrls.FormatBaseUrl(page)]);
        (load.RedirectStandardOutput, show.RedirectStandardInput) = (true, true);
        var shown = Process.Start(show)!;
        using (var run = Process.Start(load)!)
        {
            await run.StandardOutput.BaseStream.CopyToAsync(shown.StandardInput.BaseStream, cancellation);
            shown.StandardInput.Close();
        }

        using var live = new LiveEventReader(page);
        await live.GetPageAsync();
        var events = await live.ReadUntilAsync("end");
        using var client = new HttpClient();
        var report = await client.GetStringAsync(new Uri(page, "report"), cancellation);

        events[0].GetProperty("plan").GetProperty("kind").GetString().ShouldBe("run");
        events[^1].GetProperty("end").GetProperty("path").GetString()!.ShouldEndWith(".json");
        report.ShouldContain("<html");
        await ProcessRunner.KillAsync(shown);
    }
}
