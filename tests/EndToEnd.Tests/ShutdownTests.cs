using System.Net.Http.Headers;

namespace EndToEnd.Tests;

[Slow]
[TimeLimit(120)]
public sealed class ShutdownTests
{
    public ShutdownTests() =>
        Assert.SkipWhen(OperatingSystem.IsWindows(), "On Windows, a signal cannot be sent to a single process.");

    private const int Callers = 200;
    private static readonly TimeSpan WaitLimit = TimeSpan.FromSeconds(30);

    [Fact]
    public async Task FrontendTerminatedUnderLoad_AcceptedRequests_AreAnswered()
    {
        await using var backend = new CountingBackend();
        var frontend = await Start(backend);
        var outcomes = new ConcurrentQueue<string>();
        var callers = Enumerable.Range(1, Callers).Select(_ => CallUntilConnectionIsRefused(frontend.Address, outcomes))
            .ToArray();
        await Eventually.WaitUntilAsync(() => outcomes.Count > 500, WaitLimit);

        await frontend.DisposeAsync();

        await Task.WhenAll(callers);
        outcomes.Where(outcome => outcome is not "OK").ShouldBe(Enumerable.Repeat("ConnectionError", Callers));
    }

    [Theory]
    [InlineData(".NET")]
    [InlineData("Go")]
    public async Task FrontendTerminatedDuringBackendCall_RequestInFlight_IsAnswered(string language)
    {
        Assert.SkipUnless(language is ".NET" || GoPeer.IsGoInstalled, "go is not installed");
        await using var backend = new CountingBackend();
        var goOn = new TaskCompletionSource();
        var asked = new TaskCompletionSource();
        var frontend = await (language is "Go" ? StartGo(backend) : Start(backend));
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

    private static Task<ServiceProcess> Start(CountingBackend backend) => ServiceProcess.StartAsync(
        "FrontendApi", [$"--Backend:BaseAddress={backend.Address}"], TestContext.Current.CancellationToken);

    private static Task<ServiceProcess> StartGo(CountingBackend backend) =>
        GoPeer.StartFrontendAsync(backend.Address, TestContext.Current.CancellationToken);

    private static async Task CallUntilConnectionIsRefused(Uri frontend, ConcurrentQueue<string> outcomes)
    {
        using var client = new HttpClient { BaseAddress = frontend };
        while (true)
        {
            try
            {
                using var answer = await client.GetAsync("/api/customer/1", TestContext.Current.CancellationToken);
                outcomes.Enqueue(answer.StatusCode.ToString());
            }
            catch (HttpRequestException failure)
            {
                outcomes.Enqueue(failure.HttpRequestError.ToString());
                return;
            }
        }
    }
}
