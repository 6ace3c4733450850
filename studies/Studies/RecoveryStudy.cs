using System.CommandLine;
using Studies.Commands;
using Studies.Hosting;
using Studies.LoadTool;

namespace Studies.Studies;

/// <summary>
/// Kills the back-end under load, starts it again, and measures how soon the earlier rate of payloads is reached. A
/// payload counts as soon as the back-end has parsed it.
/// </summary>
internal sealed class RecoveryStudy : StudyCommand
{
    private const double RecoveredRateShare = 0.9;
    private static readonly TimeSpan WarmUp = TimeSpan.FromSeconds(12);
    private static readonly TimeSpan SampleLength = TimeSpan.FromMilliseconds(500);
    private static readonly TimeSpan SteadySampleLength = TimeSpan.FromSeconds(4);
    private static readonly TimeSpan DownTime = TimeSpan.FromSeconds(2);
    private static readonly TimeSpan RecoveryTimeLimit = TimeSpan.FromSeconds(5);
    private static readonly TimeSpan LongestRound = TimeSpan.FromSeconds(17);
    private static readonly string[] AllowedOutcomes = ["200", "502", "503", "504"];

    public RecoveryStudy()
        : base("recovery",
            "Measures how soon ingestion recovers from a crash. Kills the back-end under load and starts it again.",
            new(3, "The number of times that the back-end is killed.", 1))
    {
        PassUnknownOptionsTo("load run");
        AddLiveOption();
    }

    protected override TimeSpan? EstimateDuration(ParseResult arguments, int rounds) =>
        TimeSpan.FromSeconds(5) + WarmUp + (rounds * LongestRound);

    protected override async Task<int> RunAsync(StudyContext context)
    {
        var backend = await context.Environment.StartBackendAsync();
        var frontend = await context.Environment.StartFrontendAsync(
            backend, settings: ["--Client:Lifetime=shared", "--Client:Mode=async"]);
        var load = context.SendAsync("ingestion",
            ("--url", $"{frontend}"), VariantResult.MonitorBackend(backend), ("--warmup", $"{WarmUp.TotalSeconds}s"),
            ("--duration", $"{(context.Rounds * LongestRound).TotalSeconds}s"), ("--name", Name));
        await context.Environment.DelayAsync(WarmUp);
        var checks = new CheckReporter();
        for (var round = 0; round < context.Rounds; round++)
            await KillAsync(context.Environment, backend, checks);

        var outcomes = (await load).ReadResult().SingleVariant.Outcomes.ToArray();
        Console.WriteLine(
            $"\n  responses  {string.Join(" · ", outcomes.Select(outcome => $"{outcome.Value:#,0} × {outcome.Key}"))}");
        Console.WriteLine($"  results    {context.ResultsFolder}");
        return !checks.HasFailure && outcomes.All(outcome => AllowedOutcomes.Contains(outcome.Key))
            ? ExitCode.Success
            : ExitCode.ExpectationNotMet;
    }

    private static async Task KillAsync(TestbedEnvironment environment, Uri backend, CheckReporter checks)
    {
        var before = await MeasureRateAsync(environment, backend, SteadySampleLength);
        environment.GetProcess(backend).Kill();
        await environment.StopAsync(backend);
        await environment.DelayAsync(DownTime);

        await environment.StartBackendAsync($"--urls={backend}");
        var ready = TimeProvider.System.GetTimestamp();
        double rate;
        do
            rate = await MeasureRateAsync(environment, backend, SampleLength);
        while (rate < RecoveredRateShare * before && TimeProvider.System.GetElapsedTime(ready) < 2 * RecoveryTimeLimit);
        var elapsed = TimeProvider.System.GetElapsedTime(ready);
        checks.Add(rate >= RecoveredRateShare * before && elapsed <= RecoveryTimeLimit,
            $"{before:0} payloads/s before the back-end was killed, and {rate:0} payloads/s "
            + $"{TableNumbers.Format(elapsed.TotalSeconds, "0.0")} s\n    after it was ready again "
            + $"(required: {RecoveredRateShare} × the earlier rate within {RecoveryTimeLimit.TotalSeconds:0} s)");
    }

    /// <returns>The number of payloads per second that the back-end has parsed.</returns>
    private static async Task<double> MeasureRateAsync(TestbedEnvironment environment, Uri backend, TimeSpan time)
    {
        var started = TimeProvider.System.GetTimestamp();
        var first = await CountAsync();
        await environment.DelayAsync(time);
        var last = await CountAsync();
        return (last - first) / TimeProvider.System.GetElapsedTime(started).TotalSeconds;

        async Task<double> CountAsync() =>
            (await environment.ReadMetricsAsync(backend)).Sum("ingest_payloads_parsed_total");
    }
}
