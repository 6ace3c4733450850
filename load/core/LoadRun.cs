using TwoTier.Load.Events;
using TwoTier.Load.Measuring;
using TwoTier.Load.Scenarios;

namespace TwoTier.Load;

/// <summary>Sends load, and reports throughput, latency and errors, and whether they are valid.</summary>
/// <param name="target">The absolute URL, with the scheme http or https, or the path of a scenario file.</param>
/// <example>
/// <code>
/// var run = new LoadRun("http://127.0.0.1:5100/a") { Options = [("rate", "500/s"), ("duration", "10s")] };
/// var result = await run.RunAsync(cancellationToken);
/// Console.WriteLine($"{result.Validity.State}: p99 {result.Variants[0].Latency.P99} ms");
/// </code>
/// </example>
public sealed class LoadRun(string target) : LoadTest([target])
{
    /// <summary>Sends the load, and returns when the last response has come.</summary>
    /// <param name="cancellationToken">
    /// Stops the run. What was measured is returned, with the state <see cref="RunValidity.CutShortState"/>. Requests
    /// under way get two seconds to finish.
    /// </param>
    /// <exception cref="FormatException">The target or an option is wrong. The message says what is right.</exception>
    /// <exception cref="TargetUnreachableException">The target gave no response.</exception>
    /// <exception cref="OperationCanceledException">The run was stopped before the first response.</exception>
    public async Task<Result> RunAsync(CancellationToken cancellationToken = default)
    {
        var (scenario, plan) = Plan(() =>
        {
            var read = ReadScenario(areVariants: false);
            return read.Variants.Count == 0 ? (read, new LoadProfileReader(read).ReadPlan())
                : throw read.CreateError("vary", "a run has no variants", "LoadComparison");
        });
        var requests = scenario.Sent.CreateMix();
        var description = scenario.Describe(requests, "run");
        var builder = new RunResultBuilder(description, requests, plan.Profile, plan.Warmup);
        var progress = new RunProgress();
        await using var session = new LoadSession(
            LoadEnvironment.Current, scenario.Client, scenario.Timeout, plan.Profile.Concurrency, cancellationToken);
        StartEvents(session, description.Name, new EventSource(progress, plan.Limits, builder.BuildPlannedResult));
        var measurement = new RunMeasurement(session, session.CreateContext(requests), description, plan, progress);
        await measurement.WarmUpAsync(cancellationToken);
        var run = await measurement.MeasureAsync(cancellationToken);
        if (measurement.DescribeUnreachableTarget(run) is { } unreachable)
            throw unreachable;
        var result = builder.Build(run);
        session.Events?.End(result, path: null);
        return result;
    }
}
