using System.Collections.Concurrent;
using System.Net.Http.Headers;
using Studies.Hosting;
using Testing;

namespace EndToEnd.Tests;

[TimeLimit(120)]
public sealed class ShutdownTests
{
    public ShutdownTests() => Assert.SkipWhen(OperatingSystem.IsWindows(), "Windows has no signal to send to one process");

    private const int Callers = 20;

    [Fact]
    public async Task Terminate_UnderLoad_LosesNoAcceptedRequest()
    {
        await using var backend = new CountingBackend();
        var frontend = await Start(backend);
        var outcomes = new ConcurrentQueue<string>();
        var callers = Enumerable.Range(1, Callers).Select(_ => CallUntilRefused(frontend.Address, outcomes)).ToArray();
        await Until(() => outcomes.Count > 500);

        await frontend.DisposeAsync();

        await Task.WhenAll(callers);
        outcomes.GroupBy(outcome => outcome).Where(group => group.Key is not "OK").ToDictionary(group => group.Key, group => group.Count())
            .ShouldBe(new() { ["ConnectionError"] = Callers });
    }

    [Theory]
    [InlineData(".NET")]
    [InlineData("Go")]
    public async Task Terminate_WhileTheBackendWorks_AnswersWhatIsInFlight(string language)
    {
        Assert.SkipUnless(language is ".NET" || IngestGo.CanBuild, "go is not installed");
        await using var backend = new CountingBackend();
        var goOn = new TaskCompletionSource();
        var asked = new TaskCompletionSource();
        var frontend = await (language is "Go" ? StartGo(backend) : Start(backend));
        using var client = new HttpClient { BaseAddress = frontend.Address };
        backend.Before = _ =>
        {
            asked.TrySetResult();
            return goOn.Task;
        };
        using var payload = new StringContent(IngestionPair.Payload("{}"), new MediaTypeHeaderValue("application/json"));
        var answer = client.PostAsync("/ingest/event", payload, TestContext.Current.CancellationToken);
        await asked.Task;

        var stopped = frontend.DisposeAsync();
        await Until(() => Port.IsRefused(frontend.Address));
        goOn.SetResult();

        (await answer).IsSuccessStatusCode.ShouldBeTrue();
        await stopped;
    }

    private static Task<ServiceProcess> Start(CountingBackend backend) => ServiceProcess.StartAsync(
        "FrontendApi", [$"--Backend:BaseAddress={backend.Address}"], TestContext.Current.CancellationToken);

    private static Task<ServiceProcess> StartGo(CountingBackend backend) =>
        IngestGo.StartFrontAsync(backend.Address, TestContext.Current.CancellationToken);

    private static async Task CallUntilRefused(Uri frontend, ConcurrentQueue<string> outcomes)
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

    private static async Task Until(Func<bool> condition)
    {
        while (!condition())
        {
            TestContext.Current.CancellationToken.ThrowIfCancellationRequested();
            await Task.Yield();
        }
    }
}
