using System.Diagnostics;
using System.Net.Http.Headers;
using Studies.Hosting;

namespace EndToEnd.Tests;

/// <summary>
/// Kills the back-end under load and starts it again. Each payload has a trace id, which the front-end passes on and
/// which the back-end process records when it counts the payload. Thus every payload can be accounted for.
/// </summary>
[Slow]
[TimeLimit(120)]
public sealed class BackendKilledTests : IDisposable
{
    private const int Callers = 8;
    private const int Kills = 2;
    private const string Flags = "client=shared&mode=async&resilience=standard";

    /// <summary>
    /// The time that a refused caller waits before the next request, so that callers do not starve the restarting
    /// service.
    /// </summary>
    private static readonly TimeSpan BackOff = TimeSpan.FromMilliseconds(10);

    private static readonly TimeSpan WaitLimit = TimeSpan.FromSeconds(30);

    private readonly FileInfo _journal = new(Path.GetTempFileName());
    private readonly ConcurrentDictionary<string, int> _statusesByTraceId = [];
    private int _accepted;
    private int _failed;

    [Fact]
    public async Task BackendKilledUnderLoad_AcknowledgedPayloads_AreCountedExactlyOnce()
    {
        var address = FreePort.FindAddress();
        await using var frontend = await ServiceProcess.StartAsync("FrontendApi",
            [$"--Backend:BaseAddress={address}", "--Resilience:BreakDuration=00:00:00.5",
                "--Resilience:RetryDelay=00:00:00.01"],
            TestContext.Current.CancellationToken);
        var backend = await StartBackendAsync(address);
        using var stop = new CancellationTokenSource();
        var callers =
            Enumerable.Range(0, Callers).Select(_ => CallAsync(frontend.Address, stop.Token)).ToArray();
        for (var kill = 0; kill < Kills; kill++)
        {
            await WaitForMoreResponsesAsync(200, () => _accepted);
            backend.Process.Kill();
            await backend.DisposeAsync();
            await WaitForMoreResponsesAsync(20, () => _failed);
            backend = await StartBackendAsync(address);
        }

        await WaitForMoreResponsesAsync(200, () => _accepted);
        await stop.CancelAsync();
        await Task.WhenAll(callers);
        await backend.DisposeAsync();

        var counted = await File.ReadAllLinesAsync(_journal.FullName, TestContext.Current.CancellationToken);
        counted.ShouldBeUnique();
        AcknowledgedTraceIds.Except(counted).ShouldBeEmpty();
        counted.ShouldBeSubsetOf(_statusesByTraceId.Keys);
        _statusesByTraceId.Values.Distinct().ShouldBeSubsetOf([200, 502, 503, 504]);
    }

    public void Dispose() => _journal.Delete();

    private IEnumerable<string> AcknowledgedTraceIds =>
        _statusesByTraceId.Where(answer => answer.Value is 200).Select(answer => answer.Key);

    private Task<ServiceProcess> StartBackendAsync(Uri address)
    {
        var program =
            ProgramLocator.CreateStartInfo("BackendApi", ["--urls", address.ToString(), "--Data:Customers=1"]);
        program.Environment["DOTNET_STARTUP_HOOKS"] = typeof(BackendKilledTests).Assembly.Location;
        program.Environment[StartupHook.JournalVariable] = _journal.FullName;
        return ServiceProcess.StartAsync("BackendApi", program, TestContext.Current.CancellationToken);
    }

    private async Task CallAsync(Uri frontend, CancellationToken stop)
    {
        using var client = new HttpClient { BaseAddress = frontend };
        while (!stop.IsCancellationRequested)
        {
            var trace = ActivityTraceId.CreateRandom().ToString();
            using var request = new HttpRequestMessage(HttpMethod.Post, $"/ingest/event?{Flags}")
            {
                Headers = { { "traceparent", $"00-{trace}-{ActivitySpanId.CreateRandom()}-00" } },
                Content = new StringContent("""{"data":"{'a':1}"}""", new MediaTypeHeaderValue("application/json")),
            };
            using var answer = await client.SendAsync(request, TestContext.Current.CancellationToken);
            _statusesByTraceId[trace] = (int)answer.StatusCode;
            Interlocked.Increment(ref answer.IsSuccessStatusCode ? ref _accepted : ref _failed);
            if (!answer.IsSuccessStatusCode)
                await Task.Delay(BackOff, TestContext.Current.CancellationToken);
        }
    }

    /// <summary>Waits until a count of responses has increased by the given number.</summary>
    private static Task WaitForMoreResponsesAsync(int answers, Func<int> count)
    {
        var enough = count() + answers;
        return Eventually.WaitUntilAsync(() => count() >= enough, WaitLimit);
    }
}
