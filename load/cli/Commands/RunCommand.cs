namespace TwoTier.Load.Cli.Commands;

/// <summary>The command <c>load run</c>, which sends one stage of load, or several in sequence.</summary>
internal sealed class RunCommand(ToolContext context, CommandLineText commandLine) : ScenarioCommand(
    "run",
    "Send requests in a closed loop, an open loop or bursts, and report latency, throughput and errors.",
    OptionCatalog.RunCommandKeys,
    OutputKeys.RunCommandKeys)
{
    public override string Example =>
        "load run -u 'http://127.0.0.1:5100/api/customer/{{{id:RAND_INTEGER:[1:9]}}}' \\\n"
        + "    --duration 10s -c 10\n"
        + "  load run -u http://127.0.0.1:5100/api/customer/1 --rate 1000/s -c 50 \\\n"
        + "    --pass 'p99 < 50ms' --monitor target\n"
        + "  load run load/scenarios/smoke.yaml";

    protected override Func<CancellationToken, Task<int>> Bind(ParsedScenario scenario)
    {
        var options = RunOptions.Read(scenario);
        return interrupted => RunAsync(options, interrupted);
    }

    private async Task<int> RunAsync(RunOptions options, CancellationToken interrupted)
    {
        if (!options.Output.CanBeWritten(context))
            return ExitCode.UsageError;
        var requests = options.Scenario.Requests.CreateMix();
        OpenFileLimit.ThrowIfTooLow(options.Concurrency / options.Scenario.Client.Streams, requests.BaseUrls.Count);
        var description = options.Scenario.Describe(
            requests,
            "run",
            commandLine.Format(requests.Redactor),
            GetRepeatCommand(options.Output, requests));
        var builder = new RunResultBuilder(description, requests, options.Stages, options.Warmup);
        var progress = new RunProgress();
        await using var log = options.Output.Log is { } path ? new RequestLog(path, requests, context.Time) : null;
        await using var session = new MeasurementSession(
            context, options.Output, options.Scenario.Client, options.Concurrency, interrupted);
        var traces = options.Output.HasTraces ? new TraceCollector(requests.Redactor) : null;
        await session.StartEventsAsync(
            description.Name,
            progress,
            feed => new RunReporter(
                feed, builder, options.Processes, options.Limits, progress, context.Time, traces));

        var runner = CreateRunner(options, description.Name, requests, session, progress);
        var view = new LiveRunView(progress, Stage.GetTotalDuration(options.Stages));
        var warmup = await session.RunWithProgressAsync(view.Draw, stop => runner.WarmUpAsync(options.Warmup, stop));
        if (warmup is not null)
        {
            if (HasNoConnection(warmup, session.StopToken))
            {
                TargetProbe.ReportFailures(context.Error, requests, warmup);
                return ExitCode.TargetUnreachable;
            }

            var length = SignificantDigits.FormatSeconds(options.Warmup.TotalSeconds);
            var sent = SignificantDigits.FormatCount(warmup.Counters.Requests);
            context.Screen.PrintLine($"warm-up {length}, {sent} requests, not counted");
        }

        var result = await session.RunWithProgressAsync(
            view.Draw, stop => runner.MeasureAsync(log, traces, stop));
        result = result with
        {
            MetricsAfterCooldown = await runner.CoolDownAsync(options.CoolDown, session.StopToken),
            Target = await session.DescribeTargetsAsync([("", options.Processes)]),
        };
        var judge = new RunEvaluator(options.Limits, options.Thresholds);
        result = judge.Evaluate(result, options.Processes, Environment.ProcessorCount);
        var exitCode = await ReportAsync(result with { Traces = traces?.GetSlowest() }, requests, builder, session);

        // The request log is completed last, because an error in writing it, such as a full disk, must not prevent the
        // result from being written.
        if (log is not null)
            await log.CompleteAsync();
        await session.WaitForLastScrapeAsync();
        return exitCode;
    }

    private ScenarioRunner CreateRunner(
        RunOptions options, string name, RequestMix requests, MeasurementSession session, RunProgress progress) => new(
        name,
        session.CreateContext(requests, options.Scenario),
        options.Stages,
        new UsageMeter(session.Scraper, options.Processes, context.Time),
        session.CreateMachineMeter(options.Scenario.Requests.BaseUrls, options.Processes),
        context.GetOwnCpuTime,
        progress,
        () => new MetricsSampler(session.Scraper, options.Processes, context.Time));

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
