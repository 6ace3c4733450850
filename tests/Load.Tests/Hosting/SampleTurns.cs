namespace Load.Tests.Hosting;

/// <summary>Creates plans of comparisons of a closed loop, and what turns of a second measured.</summary>
internal static class SampleTurns
{
    private static readonly TimeSpan Second = TimeSpan.FromSeconds(1);

    public static RunDescription Description { get; } = new(
        new ScenarioDescription("sample", null, null, "GET http://h/"), "load compare", "load compare", 2014, Second, 2);

    /// <summary>Creates a plan of the variants a and b, whose targets of the same names are monitored.</summary>
    public static ExperimentPlan CreatePlan() => new(
        [
            .. "ab".Select(name => new Variant(
                $"{name}",
                TestRequests.CreateMix($"http://{name}"),
                [new MonitoredProcess(MonitoredProcess.Target, $"http://{name}")])),
        ],
        "a",
        new ClosedLoopProfile(10, default),
        Second,
        2014);

    /// <summary>Creates a turn in which a single worker receives all responses after 0.4 s.</summary>
    public static (Turn Turn, Measurement Measurement) Create(
        int variant,
        int round,
        int requests,
        int start = 1,
        double latencyMs = 1.05,
        int bytes = 1500,
        double? cpu = null,
        int status = 200)
    {
        var time = new FakeTimeProvider(default);
        var measurement = new Measurement(time);
        time.Advance(Second * 0.4);
        var received = time.GetTimestamp();
        var sent = received - TimeSpan.FromMilliseconds(latencyMs).Ticks;
        for (var i = 0; i < requests; i++)
            measurement.Recorder.RecordResponse(
                0, new CompletedResponse(status, bytes), new RequestTrace(), sent, sent, received);
        time.Advance(Second * 0.6);
        measurement.RecordWorkerEnd(time.GetTimestamp());
        return (
            new Turn(variant, start, round, measurement) { CpuSeconds = [cpu], ToolCpuSeconds = 0.2 },
            measurement);
    }

    public static void AddRounds(ComparisonProgress progress, params IEnumerable<(Turn Turn, Measurement Measurement)> turns)
    {
        foreach (var round in turns.GroupBy(one => one.Turn.Round))
        {
            foreach (var (turn, measurement) in round)
                progress.AddTurn(turn, measurement);
            progress.EndRound();
        }
    }

    public static StartSummary Summarize(params IReadOnlyList<VariantCosts> costs) => new(
        new MachineUsage(null),
        null,
        costs is [] ? [VariantCosts.None, VariantCosts.None] : costs,
        [],
        []);
}
