using System.Net.Http.Headers;

namespace EndToEnd.Tests;

[Slow]
[TimeLimit(120)]
public sealed class ShutdownTests
{
    public ShutdownTests() =>
        Assert.SkipWhen(OperatingSystem.IsWindows(), "On Windows, a signal cannot be sent to a single process.");

    private static readonly TimeSpan WaitLimit = TimeSpan.FromSeconds(30);

    [Theory]
    [InlineData(".NET")]
    [InlineData("Go")]
    public async Task FrontendTerminatedDuringBackendCall_RequestInFlight_IsAnswered(string language)
    {
        Assert.SkipUnless(language is ".NET" || GoPeer.IsGoInstalled, "go is not installed");
        await using var backend = new CountingBackend();
        var goOn = new TaskCompletionSource();
        var asked = new TaskCompletionSource();
        var frontend = await (language is "Go"
            ? GoPeer.StartFrontendAsync(backend.Address, TestContext.Current.CancellationToken)
            : ServiceProcess.StartAsync(
                "FrontendApi", [$"--Backend:BaseAddress={backend.Address}"], TestContext.Current.CancellationToken));
        using var client = new HttpClient { BaseAddress = frontend.Address };
        backend.BeforeResponse = _ =>
        {
            asked.TrySetResult();
            return goOn.Task;
        };
        using var payload =
            new StringContent(IngestionServices.CreatePayload("{}"), new MediaTypeHeaderValue("application/json"));
        var answer = client.PostAsync("/ingest/event", payload, TestContext.Current.CancellationToken);
        await asked.Task.WaitAsync(WaitLimit, TestContext.Current.CancellationToken);

        var stopped = frontend.DisposeAsync();
        await Eventually.WaitUntilAsync(() => PortProbe.RefusesConnections(frontend.Address), WaitLimit);
        goOn.SetResult();

        (await answer).IsSuccessStatusCode.ShouldBeTrue();
        await stopped;
    }
}
