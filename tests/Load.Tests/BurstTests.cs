namespace Load.Tests;

public sealed class BurstTests : LoadToolTests
{
    [Fact]
    public async Task Run_Bursts_SendsEachBurstAtOnceAndWaitsForAllResponses()
    {
        // The server responds only after the whole burst has arrived, so the test would never end if the tool sent a
        // request of a burst only after the response to another.
        var answers = new Queue<int>([1, 3, 8]);
        var (gate, here, size) = (new TaskCompletionSource(), 0, answers.Dequeue());
        var locked = new Lock();
        await using var server = await TestServer.StartAsync(async context =>
        {
            Task open;
            lock (locked)
            {
                open = gate.Task;
                if (++here == size)
                {
                    gate.SetResult();
                    (gate, here, size) = (new TaskCompletionSource(), 0, answers.TryDequeue(out var next) ? next : 0);
                }
            }

            await open;
            await TestServer.HelloAsync(context);
        });

        var exit = await Tool.RunAsync(server.Url, "--burst 1,3,8 --limit lateness=1m");

        exit.ShouldBe(ExitCode.Ok, Tool.Output + Tool.Error);
        var result = await Tool.ReadResultAsync();
        (result.Model.Kind, result.Model.Connections).ShouldBe(("closed", 8));
        var run = result.Variants[0];
        (run.Requests, run.Latency.Clock).ShouldBe((12, "response"));
        var bursts = run.GetParts(PartKind.Burst);
        bursts.Select(burst => burst.Requests).ShouldBe([1, 3, 8]);
        bursts.ShouldAllBe(burst => burst.Errors == 0
            && burst.Latency.P50 <= burst.Latency.P99 && burst.Latency.P99 <= burst.Latency.Max);
        Tool.Output.ShouldMatch(@"\n +8 +[\d.]+ +[\d. ]+ +0\n");
        Tool.Output.ShouldNotContain("losed loop");
    }

    [Fact]
    public async Task SendAsync_TimeBetweenBursts_DoesNotCountInGoodput()
    {
        var time = new FakeTimeProvider(default);
        await using var server = await TestServer.StartAsync(
            context =>
            {
                time.Advance(TimeSpan.FromSeconds(1));
                return TestServer.HelloAsync(context);
            },
            () =>
            {
                time.Advance(TimeSpan.FromSeconds(10));
                return "";
            });
        using var sender = new HttpSender(1, time: time);
        using var scraper = new PrometheusScraper { TimeLimit = Timeout.InfiniteTimeSpan };
        await using var sampler = new MetricsSampler(scraper, [new("other", $"{server.Url}/metrics")], time);
        var context = new RunContext(sender, TestRequests.CreateMix(server.Url), TimeSpan.FromMinutes(1), time)
        {
            Sampler = sampler,
        };
        var profile = new BurstProfile([1, 1, 1]);
        var measurement = profile.CreateMeasurement(context);

        await profile.SendAsync(context, measurement, 0, TestContext.Current.CancellationToken);

        (measurement.Goodput, measurement.ElapsedSeconds).ShouldBe((1, 33));
    }

    [Theory]
    [InlineData("20,20")]
    [InlineData("cold:20,20")]
    public async Task Run_Burst_OpensConnectionForEachRequest(string options)
    {
        var connections = new ConcurrentBag<string>();
        await using var server = await TestServer.StartAsync(context =>
        {
            connections.Add(context.Connection.Id);
            return TestServer.HelloAsync(context);
        });

        await Tool.RunAsync(server.Url, $"--burst {options}");

        (connections.Count, connections.Distinct().Count()).ShouldBe((40, 40));
        var run = await Tool.ReadRunAsync();
        (run.Requests, run.Errors, run.Timings!.ConnectionsOpened).ShouldBe((40, 0, 40));
        run.GetParts(PartKind.Burst).ShouldAllBe(burst =>
            burst.ScheduleDelay!.P50 >= 0 && burst.ServiceTime!.P50 <= burst.Latency.P50);
    }

    [Theory]
    [InlineData(0.9, 1, CheckState.Pass, "0.900 ms in the burst of 1")]
    [InlineData(
        10, 100, CheckState.Pass, "10.0 ms in the burst of 1: p50 110 ms from the release, 100 ms from each send")]
    [InlineData(
        30, 100, CheckState.Fail, "30.0 ms in the burst of 1: p50 130 ms from the release, 100 ms from each send")]
    public void Evaluate_SendDelay_IsComparedWithLatencyFromEachSend(
        double delayMs, double serviceMs, object state, string value)
    {
        var burst = CreateBurst(delayMs, serviceMs);

        var check = BurstChecks.Evaluate([CreateBurst(0.1, 1), burst], TimeSpan.FromMilliseconds(1)).Single();

        (check.State, check.Value).ShouldBe(((CheckState)state, value));
    }

    private static BurstMeasurement CreateBurst(double delayMs, double serviceMs)
    {
        var (counters, sending) = (new RequestCounters(), new OpenLoopCounters(1));
        var (delay, service) = (TimeSpan.FromMilliseconds(delayMs), TimeSpan.FromMilliseconds(serviceMs));
        counters.RecordResponse(new CompletedResponse(200, 10), delay + service);
        sending.ScheduleDelay.Record(delay);
        sending.ServiceTime.Record(service);
        return new BurstMeasurement(counters, sending, TimeSpan.Zero, delay + service);
    }
}
