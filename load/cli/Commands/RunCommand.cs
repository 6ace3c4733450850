namespace TwoTier.Load.Cli.Commands;

/// <summary>The command <c>load run</c>, which sends one stage of load, or several in sequence.</summary>
internal sealed class RunCommand(ToolContext context, CommandLineText commandLine) : ScenarioCommand(
    "run",
    "Send requests in a closed loop, an open loop or bursts, and report latency, throughput and errors.",
    CommandSet.Run)
{
    private static readonly TimeSpan StandardWarmup = TimeSpan.FromSeconds(2);

    public override string Example =>
        "load run http://127.0.0.1:5100/customer/1 --rate 1000/s --pass 'p99 < 50ms'\n"
        + "  load run load/scenarios/smoke.yaml";

    protected override Func<CancellationToken, Task<int>> Bind(Scenario scenario)
    {
        var stages = new LoadProfileReader(scenario).ReadStages();
        var processes = scenario.ReadProcesses();
        return interrupted => RunAsync(scenario, stages, processes, interrupted);
    }

    private async Task<int> RunAsync(
        Scenario scenario,
        IReadOnlyList<Stage> stages,
        IReadOnlyList<MonitoredProcess> processes,
        CancellationToken interrupted)
    {
        var output = scenario.Output;
        if (!output.CanBeWritten(context))
            return ExitCode.UsageError;
        var (requests, limits) = (scenario.Requests.CreateMix(), scenario.Checks.Limits);
        var concurrency = stages.Max(stage => stage.Profile.Concurrency);
        var warmupLength = scenario.Load.Warmup ?? StandardWarmup;
        OpenFileLimit.ThrowIfTooLow(concurrency / scenario.Client.Streams, requests.BaseUrls.Count);
        var description = scenario.Describe(requests, "run", commandLine);
        var builder = new RunResultBuilder(description, requests, stages, warmupLength);
        var progress = new RunProgress();
        await using var log = output.RequestLog is { } path ? new RequestLog(path, requests, context.Time) : null;
        await using var session = new MeasurementSession(
            context, scenario, concurrency, interrupted);
        await using var traces = output.Trace is { } sink ? await TraceSink.StartAsync(sink, context) : null;
        await session.ServeAsync(
            description.Name,
            progress,
            feed => new RunReporter(
                feed, builder, processes, limits, progress, context.Time));

        var runner = CreateRunner();
        var view = new LiveRunView(progress, Stage.GetTotalDuration(stages));
        var warmup = await session.RunWithProgressAsync(view.Draw, stop => runner.WarmUpAsync(warmupLength, stop));
        if (warmup is not null)
        {
            if (HasNoConnection(warmup, session.StopToken))
            {
                TargetProbe.ReportFailures(context.Error, requests, warmup);
                return ExitCode.TargetUnreachable;
            }

            var length = SignificantDigits.FormatSeconds(warmupLength.TotalSeconds);
            var sent = SignificantDigits.FormatCount(warmup.Counters.Requests);
            context.Screen.PrintLine($"warm-up {length}, {sent} requests, not counted");
        }

        var result = await session.RunWithProgressAsync(
            view.Draw, stop => runner.MeasureAsync(log, traces?.Traces, stop));
        result = result with
        {
            MetricsAfterCooldown = await runner.CoolDownAsync(scenario.Monitor.Settle, session.StopToken),
            Target = await session.DescribeTargetsAsync([("", processes)]),
        };
        var judge = new RunEvaluator(limits, scenario.Checks.Pass);
        result = judge.Evaluate(result, processes, Environment.ProcessorCount);
        if (traces is not null)
            result = result with { Traces = await traces.WaitForLastSpansAsync(session.StopToken) };
        var exitCode = await ReportAsync(result, requests, builder, session);

        // The request log is completed last, because an error in writing it, such as a full disk, must not prevent the
        // result from being written.
        if (log is not null)
            await log.CompleteAsync();
        await session.ServeUntilClosedAsync();
        return exitCode;

        ScenarioRunner CreateRunner() => new(
            description.Name,
            session.CreateContext(requests),
            stages,
            new UsageMeter(session.Scraper, processes, context.Time),
            session.CreateMachineMeter(requests.BaseUrls, processes),
            context.GetOwnCpuTime,
            progress,
            () => new MetricsSampler(session.Scraper, processes, context.Time));
    }

    private async Task<int> ReportAsync(
        RunResult result, RequestMix requests, RunResultBuilder builder, MeasurementSession session)
    {
        var counters = result.Measurement.Counters;
        if (counters.Requests == 0)
        {
            await context.Error.WriteLineAsync("Stopped before the first response. There is nothing to report.");
            return ExitCode.RunInterrupted;
        }

        var exitCode = await session.PublishAsync(builder.Build(result), result.Started, counters.Latency);
        if (counters.Responses > 0
            || session.StopToken.IsCancellationRequested
            || result.State == RunValidity.FailedAsPlannedState)
        {
            return exitCode;
        }

        TargetProbe.ReportFailures(context.Error, requests, result.Measurement);
        return ExitCode.TargetUnreachable;
    }

    // If no request of the warm-up got a connection, there is nothing to measure. If a target answers wrongly, or not
    // at all, the failures are measured.
    private static bool HasNoConnection(Measurement warmup, CancellationToken stopping) =>
        !stopping.IsCancellationRequested
        && warmup.Counters is { Requests: > 0, Responses: 0 } counters
        && counters.GetTransportErrors().All(error => error.Kind.IsBeforeConnection());
}
