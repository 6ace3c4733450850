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
        await using var traces = options.Output.Trace is { } sink ? await TraceSink.StartAsync(sink, context) : null;
        await session.ServeAsync(
            description.Name,
            progress,
            feed => new RunReporter(
                feed, builder, options.Processes, options.Limits, progress, context.Time));

        var plan = new RunPlan(options.Stages, options.Warmup)
        {
            CoolDown = options.CoolDown,
            Processes = options.Processes,
            Limits = options.Limits,
            Thresholds = options.Thresholds,
        };
        var run = new RunMeasurement(
            session, session.CreateContext(requests, options.Scenario), description, plan, progress);
        var view = new LiveRunView(progress, Stage.GetTotalDuration(options.Stages));
        if (await session.RunWithProgressAsync(view.Draw, run.WarmUpAsync) is { } warmup)
        {
            var length = SignificantDigits.FormatSeconds(options.Warmup.TotalSeconds);
            var sent = SignificantDigits.FormatCount(warmup.Counters.Requests);
            context.Screen.PrintLine($"warm-up {length}, {sent} requests, not counted");
        }

        var measured = await session.RunWithProgressAsync(
            view.Draw, stop => run.MeasureAsync(log, traces?.Traces, stop));
        measured = await run.CompleteAsync(measured, session.StopToken);
        if (traces is not null)
            measured = measured with { Traces = await traces.WaitForLastSpansAsync(session.StopToken) };
        var exitCode = await session.PublishAsync(
            builder.Build(measured), measured.Started, measured.Measurement.Counters.Latency);

        // The request log is completed last, because an error in writing it, such as a full disk, must not prevent the
        // result from being written.
        if (log is not null)
            await log.CompleteAsync();
        await session.ServeUntilClosedAsync();
        run.ThrowIfUnanswered(measured);
        return exitCode;
    }
}
