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
        await using var session = CreateSession(scenario, plan.Profile.Connections, cancellationToken);
        var run = new RunMeasurement(session, scenario.CreateMix(), scenario.Describe("run"), plan);
        StartEvents(session, run.Source);
        await run.WarmUpAsync(cancellationToken);
        var (result, unreachable) = await run.MeasureAsync(cancellationToken);
        if (unreachable is not null)
            throw unreachable;
        session.Events?.End(result, path: null);
        return result;
    }
}
