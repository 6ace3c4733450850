using Load.Config;
using Load.Config.Keys;
using Load.Config.Readers;
using Load.Engine;
using Load.Http;
using Load.Live;
using Load.Metrics;
using Load.Output.Files;
using Load.Output.Hgrm;
using Load.Output.Terminal;
using Load.Results.Building;
using Load.Target;
using Load.Terminal;
using Load.Units;
using Load.Validity;

namespace Load.Cli;

/// <summary><c>load run</c>: one workload, or several in sequence.</summary>
internal sealed class RunCommand : ScenarioCommand
{
    private readonly ToolContext _context;
    private readonly string _commandLine;
    private RunOptions _given = null!;
    private IReadOnlyList<Stage> _phases = [];
    private IReadOnlyList<MonitoredProcess> _tiers = [];
    private RunJudge _judge = null!;
    private TimeSpan _warmup;
    private TimeSpan _settle;
    private OutputOptions _outputs = null!;

    public RunCommand(ToolContext context, string commandLine)
        : base("run", "Send a closed loop, an open loop or bursts; say what came back.", OptionCatalog.Run, OutputKeys.OfRun)
    {
        (_context, _commandLine) = (context, commandLine);
        SetAction((_, stop) => RunAsync(stop));
    }

    public override string Example =>
        "load run -u 'http://127.0.0.1:5100/api/customer/{{{id:RAND_INTEGER:[1:1000]}}}' --duration 10s -c 10\n"
        + "  load run -u http://127.0.0.1:5100/api/customer/1 --rate 1000/s --duration 30s -c 50 --pass 'p99 < 50ms'\n"
        + "  load run load/scenarios/smoke.yaml";

    protected override void Read(RunOptions given)
    {
        (_given, _phases, _outputs) = (given, given.Phases, OutputOptions.From(given.Values));
        _warmup = given.Values.ValueOf(RunKeys.Warmup)!.Value;
        _settle = given.Values.ValueOf(MonitorKeys.Settle)!.Value;

        // One server's count says nothing of several.
        _tiers = new MonitorReader(given.Values).Read(given.Requests.BaseUrls is [var only] ? only : null);
        _judge = new RunJudge(given.Limits, given.Values.ValuesOf(RunKeys.Pass));
    }

    private async Task<int> RunAsync(CancellationToken stop)
    {
        if (!_outputs.CanBeWritten(_context))
            return ExitCode.Usage;
        var target = _given.Requests.Target;
        using var sender = new HttpSender(_phases.Max(phase => phase.Profile.Connections));
        using var log = _outputs.Log is { } file ? new RequestLog(file, _context.Time) : null;
        using var scraper = new PrometheusScraper();
        var rig = new RunContext(sender, target, _given.Timeout, _context.Time);

        var (progress, name) = (new RunProgress(), _given.NameOr("run"));
        var report = new RunResultBuilder(RunDescription.Create(_given, target, "run", _commandLine, _outputs), target, _phases, _warmup);
        await using var served = await RunServices.StartAsync(
            _outputs,
            _context,
            new ToolMetrics(name, progress, _context.OwnCpu),
            feed => new RunReporter(feed, report, _tiers, progress, _context.Time),
            stop);
        await served.BeginAsync();
        var meter = new UsageMeter(scraper, _tiers, _context.Time);
        var run = new ScenarioRunner(
            name, rig, _phases, meter, _context.OwnCpu, progress, () => new MetricsSampler(scraper, _tiers, _context.Time));

        var (screen, view) = (_context.Screen, new LiveRunView(progress, Stage.GetTotalDuration(_phases)));
        var display = new LiveDisplay(screen, _context.Time);
        if (await display.ShowWhileAsync(gone => view.Draw(screen.NewSheet(), gone), () => run.WarmUpAsync(_warmup, served.Stop)) is { } warm)
        {
            if (IsUnreachable(target, warm, served.Stop))
                return ExitCode.Unreachable;
            var sent = SignificantDigits.FormatCount(warm.Counters.Requests);
            screen.Line($"warm-up {SignificantDigits.FormatSeconds(_warmup.TotalSeconds)}, {sent} requests, not counted");
        }

        var ran = await display.ShowWhileAsync(gone => view.Draw(screen.NewSheet(), gone), () => run.MeasureAsync(log, served.Stop));
        ran = ran with { CooledDown = await run.CoolDownAsync(_settle, served.Stop) };
        var exit = await ReportAsync(target, report, _judge.Evaluate(ran, _tiers, Environment.ProcessorCount), served);

        // Last, since it may not fit on the disk; and of a run without any reply too, which it explains.
        if (log is not null)
            await log.WriteAsync(target);
        await served.StayAsync();
        return exit;
    }

    private async Task<int> ReportAsync(RequestMix target, RunResultBuilder report, RunResult ran, RunServices served)
    {
        if (IsUnreachable(target, ran.Measurement, served.Stop))
            return ExitCode.Unreachable;
        if (ran.Measurement.Counters.Requests == 0)
        {
            await _context.Error.WriteLineAsync("Stopped before the first reply: nothing to report.");
            return ExitCode.CutShort;
        }

        var result = served.Complete(report.Build(ran), ran.Started);
        _context.Screen.Show(new RunView(result, _context.Screen.NewSheet()).Draw());
        var path = await ResultFiles.WriteAsync(result, _outputs.Folder);
        if (_outputs.Hgrm is { } hgrm)
            await File.WriteAllTextAsync(hgrm, HgrmWriter.Format(ran.Measurement.Counters.Latency), CancellationToken.None);
        var exit = ExitCodeOf(ran);
        _context.Screen.Show(new RunFooter(result, _context.Screen.NewSheet()).Draw(path, _outputs.Hgrm, exit));
        served.End(result, path);
        return exit;
    }

    private static int ExitCodeOf(RunResult ran) => ran.State switch
    {
        RunValidity.Invalid => ExitCode.Invalid,
        RunValidity.CutShort => ExitCode.CutShort,
        _ when ran.Thresholds.Any(threshold => !threshold.Passed) => ExitCode.NotAsExpected,
        _ => ExitCode.Ok,
    };

    private bool IsUnreachable(RequestMix target, Measurement recorder, CancellationToken stop)
    {
        if (recorder.Counters.Replies > 0 || stop.IsCancellationRequested)
            return false;
        _context.Error.WriteLine($"No response from {target.BaseUrl}: {recorder.Counters.FormatFailures()}.");
        _context.Error.WriteLine($"Is it running, and on this port? Try curl -i '{target.GetRequest(0).Uri}'");
        return true;
    }
}
