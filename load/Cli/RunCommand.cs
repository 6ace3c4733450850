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

    private readonly RequestOptions _request = new();
    private readonly WorkloadOptions _workload = new();
    private readonly Option<Duration> _warmup = Opt.Duration(
        "--warmup", "2s", TimeSpan.Zero, "Sent before, not counted.");
    private readonly Option<int> _seed = Opt.Seed();
    private readonly Option<Duration> _timeout = Opt.Timeout();
    private readonly Option<Duration> _delay = Opt.Duration(
        "--delay", "0s", TimeSpan.Zero, "Closed loop: what a connection waits after each of its calls.");
    private readonly Option<string> _log = Opt.Of(
        "--log", null, "Write a line for every measured request to this file, tab-separated.", text => text, "-l");
    private readonly JudgeOptions _judge = new();
    private readonly OutputOptions _output = new();

    public Command Make(string[] args)
    {
        var command = new RequestCommand(
            "run", "Send a closed loop, an open loop or bursts; say what came back.", _request);
        _request.AddTo(command);
        _workload.AddTo(command);
        command.Add(_warmup);
        command.Add(_seed);
        command.Add(_timeout);
        command.Add(_delay);
        command.Add(_log);
        _judge.AddTo(command);
        _output.AddTo(command);
        command.SetAction((given, stop) => RunAsync(given, CommandLine.Text(args), stop));
        return command;
    }

    private async Task<int> RunAsync(ParseResult given, string commandLine, CancellationToken stop)
    {
        if (!_output.CanWrite(given, context))
            return ExitCode.Usage;
        var target = _request.TargetOf(given, given.GetValue(_seed));
        var workload = _workload.Of(given, given.GetValue(_seed));
        using var sender = new Sender(workload.Connections, _request.ExpectationsOf(given));
        using var log = given.GetValue(_log) is { } file ? new RequestLog(file, context.Time) : null;
        using var scraper = new Scraper();
        var pause = new Pause(given.GetRequiredValue(_delay).Value, context.Time, stop);
        var rig = new Rig(sender, target, given.GetRequiredValue(_timeout).Value, context.Time, pause);
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
        var recorded = await workload.SendAsync(rig with { Log = log }, 0, stop);
        var cores = recorded.Seconds > 0 ? (context.OwnCpu() - cpu).TotalSeconds / recorded.Seconds : 0;
        if (log is not null)
            await log.WriteAsync(target);
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

        // One server's count says nothing of several.
        var counted = target.BaseUrls.Count > 1 ? null : tier;
        return await ReportAsync(given, commandLine, target.Url, workload, judge.Judge(ran, counted, Environment.ProcessorCount));
    }

    private async Task<int> ReportAsync(
        ParseResult given, string commandLine, string url, Workload workload, Ran ran)
    {
        var request = new Request(
            _output.NameOf(given),
            _request.TextOf(),
            commandLine,
            _output.RepeatOf(given) ?? commandLine,
            workload.Connections,
            Environment.ProcessorCount);
        var warmup = given.GetRequiredValue(_warmup).Value;
        var report = new RunReport(request, url, workload, warmup, given.GetValue(_seed));
        var result = report.Of(ran);
        context.Screen.Show(new RunSheet(result, context.Screen.NewSheet()).Draw());
        var path = await ResultFiles.WriteAsync(result, _output.FolderOf(given));
        if (_output.HgrmOf(given) is { } hgrm)
            await File.WriteAllTextAsync(hgrm, HgrmText.Of(ran.Recorded.Tally.Latency));
        var exit = ExitCodeOf(ran);
        context.Screen.Show(new RunFoot(result, context.Screen.NewSheet()).Draw(path, _output.HgrmOf(given), exit));
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
        context.Error.WriteLine($"No response from {target.BaseUrl}: {recorder.Tally.FailuresText()}.");
        context.Error.WriteLine($"Is it running, and on this port? Try curl -i '{target.UriFor(0)}'");
        return true;
    }
}
