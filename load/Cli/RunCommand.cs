using Load.Config;
using Load.Config.Keys;
using Load.Engine;
using Load.Http;
using Load.Live;
using Load.Metrics;
using Load.Output.Terminal;
using Load.Results.Building;
using Load.Target;
using Load.Terminal;
using Load.Units;

namespace Load.Cli;

/// <summary>The command <c>load run</c>, which sends one stage of load, or several in sequence.</summary>
internal sealed class RunCommand(ToolContext context, string commandLine) : ScenarioCommand(
    "run",
    "Send requests in a closed loop, an open loop or bursts, and report latency, throughput and errors.",
    OptionCatalog.Run,
    OutputKeys.ForRun)
{
    public override string Example =>
        "load run -u 'http://127.0.0.1:5100/api/customer/{{{id:RAND_INTEGER:[1:1000]}}}' --duration 10s -c 10\n"
        + "  load run -u http://127.0.0.1:5100/api/customer/1 --rate 1000/s --duration 30s -c 50 --pass 'p99 < 50ms'\n"
        + "  load run load/scenarios/smoke.yaml";

    protected override Func<CancellationToken, Task<int>> Bind(ParsedScenario scenario)
    {
        var options = RunOptions.Read(scenario);
        return interrupted => RunAsync(options, interrupted);
    }

    private async Task<int> RunAsync(RunOptions options, CancellationToken interrupted)
    {
        if (!options.Output.CanBeWritten(context))
            return ExitCode.Usage;
        var requests = options.Scenario.Requests.CreateMix();
        var description = RunDescription.Create(options.Scenario, requests, "run", commandLine, options.Output);
        var builder = new RunResultBuilder(description, requests, options.Stages, options.Warmup);
        var progress = new RunProgress();
        using var log = options.Output.Log is { } path ? new RequestLog(path, context.Time) : null;
        await using var session = new Session(context, options.Output, options.Connections, interrupted);
        await session.ServeAsync(
            description.Name,
            progress,
            feed => new RunReporter(
                feed, builder, options.Processes, options.Limits, progress, context.Time));

        var runner = CreateRunner(options, description.Name, requests, session, progress);
        var view = new LiveRunView(progress, Stage.GetTotalDuration(options.Stages));
        if (await session.ShowAsync(view.Draw, stop => runner.WarmUpAsync(options.Warmup, stop)) is { } warmup)
        {
            if (IsUnreachable(requests, warmup, session.Stopping))
                return ExitCode.Unreachable;
            var length = SignificantDigits.FormatSeconds(options.Warmup.TotalSeconds);
            var sent = SignificantDigits.FormatCount(warmup.Counters.Requests);
            context.Screen.Line($"warm-up {length}, {sent} requests, not counted");
        }

        var result = await session.ShowAsync(view.Draw, stop => runner.MeasureAsync(log, stop));
        result = result with { CooledDown = await runner.CoolDownAsync(options.CoolDown, session.Stopping) };
        var judge = new RunJudge(options.Limits, options.Thresholds);
        result = judge.Evaluate(result, options.Processes, Environment.ProcessorCount);
        var exitCode = await ReportAsync(result, requests, builder, session);

        // The request log is written last because it may not fit on the disk. It is written even if no request got a
        // response, because the log then shows why.
        if (log is not null)
            await log.WriteAsync(requests);
        await session.StayAsync();
        return exitCode;
    }

    private ScenarioRunner CreateRunner(
        RunOptions options, string name, RequestMix requests, Session session, RunProgress progress) => new(
        name,
        session.CreateContext(requests, options.Scenario.Timeout),
        options.Stages,
        new UsageMeter(session.Scraper, options.Processes, context.Time),
        session.CreateMachineMeter(options.Scenario.Requests.BaseUrls, options.Processes),
        context.OwnCpu,
        progress,
        () => new MetricsSampler(session.Scraper, options.Processes, context.Time));

    private async Task<int> ReportAsync(
        RunResult result, RequestMix requests, RunResultBuilder builder, Session session)
    {
        if (IsUnreachable(requests, result.Measurement, session.Stopping))
            return ExitCode.Unreachable;
        var counters = result.Measurement.Counters;
        if (counters.Requests > 0)
            return await session.PublishAsync(builder.Build(result), result.Started, counters.Latency);
        await context.Error.WriteLineAsync("Stopped before the first response. There is nothing to report.");
        return ExitCode.CutShort;
    }

    private bool IsUnreachable(RequestMix requests, Measurement measurement, CancellationToken stopping)
    {
        if (measurement.Counters.Replies > 0 || stopping.IsCancellationRequested)
            return false;
        context.Error.WriteLine($"No response from {requests.BaseUrl}: {measurement.Counters.FormatFailures()}.");
        context.Error.WriteLine(Probe.FormatAdvice(requests.GetRequest(0).Uri));
        return true;
    }
}
