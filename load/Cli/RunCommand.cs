using Load.Checking;
using Load.Recording;
using Load.Reporting;
using Load.Reporting.Model;
using Load.Reporting.Terminal;
using Load.Running;
using Load.Scraping;
using Load.Sending;
using Load.Serving;
using Load.Settings;
using Load.Targeting;

namespace Load.Cli;

/// <summary><c>load run</c>: one workload, or several in sequence.</summary>
internal sealed class RunCommand : ScenarioCommand
{
    private readonly ToolContext _context;
    private readonly string _commandLine;
    private Given _given = null!;
    private IReadOnlyList<Phase> _phases = [];
    private RunJudge _judge = null!;
    private TimeSpan _warmup;
    private Outputs _outputs = null!;

    public RunCommand(ToolContext context, string commandLine)
        : base("run", "Send a closed loop, an open loop or bursts; say what came back.", Keys.Run, OutputKeys.OfRun)
    {
        (_context, _commandLine) = (context, commandLine);
        SetAction((_, stop) => RunAsync(stop));
    }

    public override string Example =>
        "load run -u 'http://127.0.0.1:5100/api/customer/{{{id:RAND_INTEGER:[1:1000]}}}' --duration 10s -c 10\n"
        + "  load run -u http://127.0.0.1:5100/api/customer/1 --rate 1000/s --duration 30s -c 50 --pass 'p99 < 50ms'\n"
        + "  load run load/scenarios/smoke.yaml";

    protected override void Read(Given given)
    {
        (_given, _phases, _outputs) = (given, given.Phases, Outputs.Of(given.Fields));
        _warmup = given.Fields.ValueOf(RunKeys.Warmup)!.Value;
        _judge = new RunJudge(given.Limits, given.Fields.ValuesOf(RunKeys.Pass));
    }

    private async Task<int> RunAsync(CancellationToken stop)
    {
        if (!_outputs.CanBeWritten(_context))
            return ExitCode.Usage;
        var target = _given.Requests.Target;
        using var sender = new Sender(_phases.Max(phase => phase.Workload.Connections));
        using var log = _outputs.Log is { } file ? new RequestLog(file, _context.Time) : null;
        using var scraper = new Scraper();
        var rig = new Rig(sender, target, _given.Timeout, _context.Time);

        // One server's count says nothing of several.
        Tier[] tiers = target.BaseUrls.Count > 1 ? [] : [new Tier(Tier.FrontEnd, target.BaseUrl)];
        var (progress, name) = (new Progress(), _given.NameOr("run"));
        await using var metrics = await MetricsServer.StartAsync(
            _outputs.Metrics, new OwnMetrics(name, progress, _context.OwnCpu));
        if (metrics is not null)
            _context.Screen.Line($"  metrics    {metrics.Url}/metrics");
        var (meter, time) = (new Meter(scraper, tiers, _context.Time), _context.Time);
        var run = new Run(name, rig, _phases, meter, _context.OwnCpu, progress, () => new Watch(scraper, tiers, time));

        var (screen, view) = (_context.Screen, new RunLive(progress, Phase.LengthOf(_phases)));
        var display = new LiveDisplay(screen, _context.Time);
        if (await display.DuringAsync(gone => view.Draw(screen.NewSheet(), gone), () => run.WarmUpAsync(_warmup, stop)) is { } warm)
        {
            if (IsUnreachable(target, warm, stop))
                return ExitCode.Unreachable;
            var sent = Figures.Count(warm.Tally.Requests);
            screen.Line($"warm-up {Figures.Seconds(_warmup.TotalSeconds)}, {sent} requests, not counted");
        }

        var ran = await display.DuringAsync(gone => view.Draw(screen.NewSheet(), gone), () => run.MeasureAsync(log, stop));
        var exit = await ReportAsync(target, _judge.Judge(ran, tiers.FirstOrDefault(), Environment.ProcessorCount), stop);

        // Last, since it may not fit on the disk; and of a run without any reply too, which it explains.
        if (log is not null)
            await log.WriteAsync(target);
        return exit;
    }

    private async Task<int> ReportAsync(Target target, Ran ran, CancellationToken stop)
    {
        if (IsUnreachable(target, ran.Recorded, stop))
            return ExitCode.Unreachable;
        if (ran.Recorded.Tally.Requests == 0)
        {
            await _context.Error.WriteLineAsync("Stopped before the first reply: nothing to report.");
            return ExitCode.CutShort;
        }

        var request = Request.Of(_given, target, "run", _commandLine, _outputs);
        var result = new RunReport(request, target, _phases, _warmup).Of(ran);
        _context.Screen.Show(new RunSheet(result, _context.Screen.NewSheet()).Draw());
        var path = await ResultFiles.WriteAsync(result, _outputs.Folder);
        if (_outputs.Hgrm is { } hgrm)
            await File.WriteAllTextAsync(hgrm, HgrmText.Of(ran.Recorded.Tally.Latency), CancellationToken.None);
        var exit = ExitCodeOf(ran);
        _context.Screen.Show(new RunFoot(result, _context.Screen.NewSheet()).Draw(path, _outputs.Hgrm, exit));
        return exit;
    }

    private static int ExitCodeOf(Ran ran) => ran.State switch
    {
        Validity.Invalid => ExitCode.Invalid,
        Validity.CutShort => ExitCode.CutShort,
        _ when ran.Thresholds.Any(threshold => !threshold.Passed) => ExitCode.NotAsExpected,
        _ => ExitCode.Ok,
    };

    private bool IsUnreachable(Target target, Recorder recorder, CancellationToken stop)
    {
        if (recorder.Tally.Replies > 0 || stop.IsCancellationRequested)
            return false;
        _context.Error.WriteLine($"No response from {target.BaseUrl}: {recorder.Tally.FailuresText()}.");
        _context.Error.WriteLine($"Is it running, and on this port? Try curl -i '{target.At(0).Uri}'");
        return true;
    }
}
