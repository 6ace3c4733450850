using TwoTier.Load.Events;
using TwoTier.Load.Measuring;
using TwoTier.Load.Scenarios;

namespace TwoTier.Load;

/// <summary>Sends load to one URL, and reports throughput, latency and errors, and whether they are valid.</summary>
/// <param name="url">The absolute URL, with the scheme http or https. It may contain parameters.</param>
/// <example>
/// <code>
/// var run = new LoadRun("http://127.0.0.1:5100/a") { RatePerSecond = 500, Duration = TimeSpan.FromSeconds(10) };
/// var result = await run.RunAsync(cancellationToken);
/// Console.WriteLine($"{result.Validity.State}: p99 {result.Variants[0].Latency.P99} ms");
/// </code>
/// </example>
public sealed class LoadRun(string url) : LoadTest
{
    /// <summary>How long load is sent, unless <see cref="Requests"/> is set.</summary>
    public TimeSpan Duration { get; init; } = TimeSpan.FromSeconds(10);

    /// <summary>The number of requests to send, in place of <see cref="Duration"/>; null for a duration.</summary>
    public long? Requests { get; init; }

    /// <summary>
    /// The length of the load that is sent first and not counted; 0 for none. Null for 2 s, or for none if
    /// <see cref="Requests"/> is set or the method changes something, as POST does.
    /// </summary>
    public TimeSpan? Warmup { get; init; }

    /// <summary>Sends the load, and returns when the last response has come.</summary>
    /// <param name="cancellationToken">
    /// Stops the run. What was measured is returned, with the state <see cref="RunValidity.CutShortState"/>. Requests
    /// under way get two seconds to finish.
    /// </param>
    /// <exception cref="ArgumentException">The URL or a property is wrong; the message says what to write.</exception>
    /// <exception cref="TargetUnreachableException">The target gave no response.</exception>
    /// <exception cref="OperationCanceledException">The run was stopped before the first response.</exception>
    public async Task<Result> RunAsync(CancellationToken cancellationToken = default)
    {
        Require(
            Requests is null or > 0 and <= int.MaxValue, nameof(Requests), "1 to 2,147,483,647, or null for a duration");
        RequirePositive(Duration, nameof(Duration));
        var scenario = CreateScenario();
        (scenario.Count, scenario.Duration, scenario.Warmup) = ((int?)Requests, Duration, Warmup);
        RunPlan? plan = null;
        Parse(nameof(url), () =>
        {
            scenario.SetTargets([url], areVariants: false);
            plan = new LoadProfileReader(scenario).ReadPlan();
        });
        var requests = scenario.Sent.CreateMix();
        var description = scenario.Describe(requests, Name);
        var builder = new RunResultBuilder(description, requests, plan!.Profile, plan.Warmup);
        var progress = new RunProgress();
        await using var session = new LoadSession(
            LoadEnvironment.Current, scenario.Client, plan.Profile.Concurrency, cancellationToken);
        StartEvents(session, new EventSource(progress, plan.Limits, builder.BuildPlannedResult));
        var measurement = new RunMeasurement(
            session, session.CreateContext(requests, Timeout), description, plan, progress);
        await measurement.WarmUpAsync(cancellationToken);
        var run = await measurement.MeasureAsync(cancellationToken);
        run = await measurement.CompleteAsync(run, cancellationToken);
        if (measurement.DescribeUnreachableTarget(run) is { } unreachable)
            throw unreachable;
        var result = builder.Build(run);
        session.Events?.End(result, path: null);
        return result;
    }
}
