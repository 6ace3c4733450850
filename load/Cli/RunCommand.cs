using System.CommandLine;
using Load.Checking;
using Load.Recording;
using Load.Reporting;
using Load.Reporting.Model;
using Load.Reporting.Terminal;
using Load.Running;
using Load.Scraping;
using Load.Sending;
using Load.Targeting;

namespace Load.Cli;

/// <summary><c>load run</c>: one workload on one URL.</summary>
internal sealed class RunCommand(ToolContext context)
{
    public const string Example =
        "load run -u 'http://127.0.0.1:5100/api/customer/{{{id:RAND_INTEGER:[1:1000]}}}' --duration 10s -c 10\n"
        + "  load run -u http://127.0.0.1:5100/api/customer/1 --rate 1000/s --duration 30s -c 50 --pass 'p99 < 50ms'";

    // Far from the run's own, so that the warm-up does not fill a cache with what is measured.
    private const long WarmupIndex = 1L << 40;

    private readonly Option<UrlTemplate> _url = Opt.Url();
    private readonly WorkloadOptions _workload = new();
    private readonly Option<Duration> _warmup = Opt.Duration(
        "--warmup", "2s", TimeSpan.Zero, "Sent before, not counted.");
    private readonly Option<int> _seed = Opt.Seed();
    private readonly Option<Duration> _timeout = Opt.Timeout();
    private readonly JudgeOptions _judge = new();
    private readonly OutputOptions _output = new();

    public Command Make(string[] args)
    {
        var command = new Command("run", "Send a closed loop, an open loop or bursts; say what came back.") { _url };
        _workload.AddTo(command);
        command.Add(_warmup);
        command.Add(_seed);
        command.Add(_timeout);
        _judge.AddTo(command);
        _output.AddTo(command);
        command.SetAction((given, stop) => RunAsync(given, CommandLine.Text(args), stop));
        return command;
    }

    private async Task<int> RunAsync(ParseResult given, string commandLine, CancellationToken stop)
    {
        if (!_output.CanWrite(given, context))
            return ExitCode.Usage;
        var target = new Target(given.GetRequiredValue(_url), given.GetValue(_seed));
        var workload = _workload.Of(given, given.GetValue(_seed));
        using var sender = new Sender(workload.Connections);
        using var scraper = new Scraper();
        var rig = new Rig(sender, target, given.GetRequiredValue(_timeout).Value, context.Time);
        var tier = new Tier(Tier.FrontEnd, target.BaseUrl);
        var meter = new Meter(scraper, [tier], context.Time);
        await meter.StartAsync();

        if (given.GetRequiredValue(_warmup).Value is var length && length > TimeSpan.Zero)
        {
            var warm = await workload.Warmup(length).SendAsync(rig, WarmupIndex, stop);
            if (IsUnreachable(target, warm, stop))
                return ExitCode.Unreachable;
            var sent = Figures.Count(warm.Tally.Requests);
            context.Screen.Line($"warm-up {Figures.Seconds(length.TotalSeconds)}, {sent} requests, not counted");
            await meter.UsedAsync(warm);
        }

        var (started, cpu) = (context.Time.GetUtcNow(), context.OwnCpu());
        var recorded = await workload.SendAsync(rig, 0, stop);
        var cores = recorded.Seconds > 0 ? (context.OwnCpu() - cpu).TotalSeconds / recorded.Seconds : 0;
        if (IsUnreachable(target, recorded, stop))
            return ExitCode.Unreachable;
        if (recorded.Tally.Requests == 0)
        {
            await context.Error.WriteLineAsync("Stopped before the first reply: nothing to report.");
            return ExitCode.CutShort;
        }

        var ended = context.Time.GetUtcNow();
        var usage = await meter.UsedAsync(recorded);
        var judge = new RunJudge(_judge.FewestSentOf(given), _judge.MostLatenessOf(given), _judge.ThresholdsOf(given));
        var ran = new Ran(recorded, started, ended, usage, cores, [], [], stop.IsCancellationRequested);
        return await ReportAsync(given, commandLine, workload, judge.Judge(ran, tier, Environment.ProcessorCount));
    }

    private async Task<int> ReportAsync(ParseResult given, string commandLine, Workload workload, Ran ran)
    {
        var request = new Request(
            _output.NameOf(given),
            given.GetRequiredValue(_url).Text,
            commandLine,
            _output.RepeatOf(given) ?? commandLine,
            workload.Connections,
            Environment.ProcessorCount);
        var report = new RunReport(request, workload, given.GetRequiredValue(_warmup).Value, given.GetValue(_seed));
        context.Screen.Show(new RunSheet(ran, workload, context.Screen.NewSheet()).Draw());
        var path = await ResultFiles.WriteAsync(report.Of(ran), _output.FolderOf(given));
        if (_output.HgrmOf(given) is { } hgrm)
            await File.WriteAllTextAsync(hgrm, HgrmText.Of(ran.Recorded.Tally.Latency));
        var exit = ExitCodeOf(ran);
        context.Screen.Show(new RunFoot(ran, context.Screen.NewSheet()).Draw(path, _output.HgrmOf(given), exit));
        return exit;
    }

    private static int ExitCodeOf(Ran ran) => ran.State switch
    {
        Validity.Invalid => ExitCode.Invalid,
        Validity.CutShort => ExitCode.CutShort,
        _ when ran.Thresholds.Any(threshold => !threshold.Passed) => ExitCode.ThresholdFailed,
        _ => ExitCode.Ok,
    };

    private bool IsUnreachable(Target target, Recorder recorder, CancellationToken stop)
    {
        if (recorder.Tally.Replies > 0 || stop.IsCancellationRequested)
            return false;
        context.Error.WriteLine($"No response from {target.BaseUrl}: {recorder.Tally.FailuresText()}.");
        context.Error.WriteLine($"Is it running, and on this port? Try curl -i '{target.UriFor(0)}'");
        return true;
    }
}
