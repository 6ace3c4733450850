using System.Collections.Concurrent;
using System.Diagnostics;
using System.Net.Http.Headers;
<<<<<<< HEAD
using Studies.Hosting;
=======
using Testbed;
using Testing;
>>>>>>> w-load

namespace EndToEnd.Tests;

/// <summary>
/// The back-end is killed and started again under load. Each payload has a trace of its own, which the front-end hands on,
/// and which the back-end's process writes down when it counts the payload: so it can be told of every single one whether
/// it was taken.
/// </summary>
[TimeLimit(120)]
public sealed class BackendKilledTests : IDisposable
{
    private const int Callers = 8;
    private const int Kills = 3;

    /// <summary>Of who was refused, and of who looks on: without it they would take the processor from the service that starts.</summary>
    private static readonly TimeSpan Breath = TimeSpan.FromMilliseconds(10);

    private readonly FileInfo _journal = new(Path.GetTempFileName());
    private readonly ConcurrentDictionary<string, int> _answers = [];
    private int _taken;
    private int _failed;

    [Theory]
    [InlineData("client=shared&mode=async&resilience=none")]
    [InlineData("client=shared&mode=async&resilience=standard")]
    [InlineData("client=per-request&mode=sync&resilience=none")]
    public async Task Backend_KilledUnderLoad_CountedEachAcknowledgedPayloadOnce(string flags)
    {
        var address = new Uri($"http://127.0.0.1:{Port.Free()}");
        await using var frontend = await ServiceProcess.StartAsync("FrontendApi",
            [$"--Backend:BaseAddress={address}", "--Resilience:BreakDuration=00:00:00.5", "--Resilience:RetryDelay=00:00:00.01"],
            TestContext.Current.CancellationToken);
        var backend = await StartBackendAsync(address);
        using var stop = new CancellationTokenSource();
        var callers = Enumerable.Range(0, Callers).Select(_ => CallAsync(frontend.Address, flags, stop.Token)).ToArray();
        for (var kill = 0; kill < Kills; kill++)
        {
            await MoreAsync(200, () => _taken);
            backend.Process.Kill();
            await backend.DisposeAsync();
            await MoreAsync(20, () => _failed);
            backend = await StartBackendAsync(address);
        }

        await MoreAsync(200, () => _taken);
        await stop.CancelAsync();
        await Task.WhenAll(callers);
        await backend.DisposeAsync();

        var counted = await File.ReadAllLinesAsync(_journal.FullName, TestContext.Current.CancellationToken);
        counted.ShouldBeUnique();
        Acknowledged.Except(counted).ShouldBeEmpty();
        counted.ShouldBeSubsetOf(_answers.Keys);
        _answers.Values.Distinct().ShouldBeSubsetOf([200, 502, 503, 504]);
    }

    public void Dispose() => _journal.Delete();

    private IEnumerable<string> Acknowledged => _answers.Where(answer => answer.Value is 200).Select(answer => answer.Key);

    private Task<ServiceProcess> StartBackendAsync(Uri address)
    {
        var program = Command.Of("BackendApi", ["--urls", address.ToString(), "--Data:Customers=1"]);
        program.Environment["DOTNET_STARTUP_HOOKS"] = typeof(BackendKilledTests).Assembly.Location;
        program.Environment[StartupHook.Journal] = _journal.FullName;
        return ServiceProcess.StartAsync("BackendApi", program, TestContext.Current.CancellationToken);
    }

    private async Task CallAsync(Uri frontend, string flags, CancellationToken stop)
    {
        using var client = new HttpClient { BaseAddress = frontend };
        while (!stop.IsCancellationRequested)
        {
            var trace = ActivityTraceId.CreateRandom().ToString();
            using var request = new HttpRequestMessage(HttpMethod.Post, $"/ingest/event?{flags}")
            {
                Headers = { { "traceparent", $"00-{trace}-{ActivitySpanId.CreateRandom()}-00" } },
                Content = new StringContent("""{"data":"{'a':1}"}""", new MediaTypeHeaderValue("application/json")),
            };
            using var answer = await client.SendAsync(request, TestContext.Current.CancellationToken);
            _answers[trace] = (int)answer.StatusCode;
            Interlocked.Increment(ref answer.IsSuccessStatusCode ? ref _taken : ref _failed);
            if (!answer.IsSuccessStatusCode)
                await Task.Delay(Breath, TestContext.Current.CancellationToken);
        }
    }

    /// <summary>Waits for so many more answers of a kind.</summary>
    private static async Task MoreAsync(int answers, Func<int> count)
    {
        var enough = count() + answers;
        while (count() < enough)
            await Task.Delay(Breath, TestContext.Current.CancellationToken);
    }
}
