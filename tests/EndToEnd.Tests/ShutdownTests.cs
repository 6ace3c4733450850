using System.Net.Http.Headers;

namespace EndToEnd.Tests;

[Slow]
[TimeLimit(120)]
public sealed class ShutdownTests
{
    public ShutdownTests() =>
        Assert.SkipWhen(OperatingSystem.IsWindows(), "On Windows, a signal cannot be sent to a single process.");

    private const int Callers = 50;
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
            ? ServiceProgram.StartAsync(
                GoPeer.Name, await GoPeer.CreateFrontendAsync(backend.Address), TestContext.Current.CancellationToken)
            : ServiceProgram.StartAsync(
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

    /// <summary>Payloads, because a client sends a GET again by itself if its connection was closed.</summary>
    [Fact]
    public async Task FrontendTerminatedUnderLoad_CallersThatLeaveWhenTold_AllGetAnswers()
    {
        var cancellation = TestContext.Current.CancellationToken;
        await using var backend = new CountingBackend();
        await using var other = await StartFrontendAsync();
        var draining = await StartFrontendAsync("--Shutdown:Drain=00:00:05");
        using var client = new HttpClient();
        using var begun = new SemaphoreSlim(0);
        var callers = Enumerable.Range(0, Callers).Select(_ => CallAsync()).ToArray();
        for (var i = 0; i < Callers; i++)
            await begun.WaitAsync(WaitLimit, cancellation);

        await draining.DisposeAsync();

        await Task.WhenAll(callers);

        Task<ServiceProcess> StartFrontendAsync(params string[] settings) => ServiceProgram.StartAsync(
            "FrontendApi", [$"--Backend:BaseAddress={backend.Address}", .. settings], cancellation);

        async Task CallAsync()
        {
            var isTold = await PostAsync(draining);
            begun.Release();
            while (!isTold)
                isTold = await PostAsync(draining);
            (await PostAsync(other)).ShouldBeFalse();
        }

        async Task<bool> PostAsync(ServiceProcess frontend)
        {
            using var payload =
                new StringContent(IngestionServices.CreatePayload("{}"), new MediaTypeHeaderValue("application/json"));
            using var response =
                await client.PostAsync(new Uri(frontend.Address, "/ingest/event"), payload, cancellation);
            ((int)response.StatusCode).ShouldBe(200);
            return response.Headers.ConnectionClose is true;
        }
    }
}
