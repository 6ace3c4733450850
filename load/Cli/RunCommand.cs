using System.CommandLine;
using Load.Checking;
using Load.Pacing;
using Load.Recording;
using Load.Reporting;
using Load.Reporting.Terminal;
using Load.Scraping;
using Load.Sending;
using Load.Targeting;

namespace Load.Cli;

/// <summary><c>load run</c>: one closed-loop load on one URL.</summary>
internal sealed class RunCommand(ToolContext context)
{
    public const string Example =
        "load run -u 'http://127.0.0.1:5100/api/customer/{{{id:RAND_INTEGER:[1:1000]}}}' --duration 10s -c 10";

    // Far from the run's own, so that the warm-up does not fill a cache with what is measured.
    private const long WarmupIndex = 1L << 40;

    private static readonly TimeSpan StandardDuration = TimeSpan.FromSeconds(10);
    private readonly RequestOptions _request = new();
    private readonly Option<int?> _requests = Opt.OptionalNumber("-n", 1, int.MaxValue, "Send this many requests.");
    private readonly Option<Duration?> _duration = Opt.OptionalDuration(
        "--duration", TimeSpan.FromMilliseconds(1), "Send for this long. [default: 10s, without -n]");
    private readonly Option<int> _connections = Opt.Connections();
    private readonly Option<Duration> _warmup = Opt.Duration(
        "--warmup", "2s", TimeSpan.Zero, "Sent before, not counted.");
    private readonly Option<int> _seed = Opt.Seed();
    private readonly Option<Duration> _timeout = Opt.Timeout();
    private readonly Option<Duration> _delay = Opt.Duration(
        "--delay", "0s", TimeSpan.Zero, "What a connection waits after each of its calls.");
    private readonly Option<string> _log = Opt.Of(
        "--log", null, "Write a line for every measured request to this file, tab-separated.", text => text, "-l");
    private readonly Option<string> _name = Opt.Text("--name", null, "A label to print above the result.");

    public Command Make()
    {
        var command = new RequestCommand("run", "Send a closed-loop load and print what came back.", _request)
        {
            _requests, _duration, _connections, _warmup, _seed, _timeout, _delay, _log, _name,
        };
        _request.AddTo(command);
        command.Validators.Add(result =>
        {
            if (result.GetResult(_requests) is not null && result.GetResult(_duration) is not null)
                result.AddError("-n error found --duration too, expected one of them");
        });
        command.SetAction(RunAsync);
        return command;
    }

    private async Task<int> RunAsync(ParseResult given, CancellationToken stop)
    {
        var target = _request.TargetOf(given, given.GetValue(_seed));
        var connections = given.GetValue(_connections);
        using var sender = new Sender(connections, _request.ExpectationsOf(given));
        using var log = given.GetValue(_log) is { } path ? new RequestLog(path, context.Time) : null;
        var pause = new Pause(given.GetRequiredValue(_delay).Value, context.Time, stop);
        using var scraper = new Scraper();
        var crew = new Crew(sender, connections, given.GetRequiredValue(_timeout).Value, context.Time, pause);
        var tier = new Tier(Tier.FrontEnd, target.BaseUrl);
        var meter = new Meter(scraper, [tier], context.Time);
        await meter.StartAsync();

        if (given.GetValue(_name) is { } label)
            context.Screen.Line(label);
        if (given.GetRequiredValue(_warmup).Value is var length && length > TimeSpan.Zero)
        {
            var (warm, _) = await SendAsync(crew, target, Budget.Of(length), WarmupIndex, stop);
            if (IsUnreachable(target, warm, stop))
                return ExitCode.Unreachable;
            var sent = Figures.Count(warm.Tally.Requests);
            context.Screen.Line($"warm-up {Figures.Seconds(length.TotalSeconds)}, {sent} requests, not counted");
            await meter.UsedAsync(warm);
        }

        var (recorder, cores) = await SendAsync(crew, target, BudgetOf(given), 0, stop, log);
        if (log is not null)
            await log.WriteAsync(target);
        if (IsUnreachable(target, recorder, stop))
            return ExitCode.Unreachable;
        return Report(recorder, connections, stop.IsCancellationRequested, [
            RunChecks.Errors(recorder.Tally),
            RunChecks.OwnCpu(cores, Environment.ProcessorCount, recorder.Seconds),
            // One server's count says nothing of several.
            .. target.BaseUrls.Count > 1
                ? Array.Empty<Check>()
                : [RunChecks.Server([await meter.UsedAsync(recorder)], tier)],
        ]);
    }

    private async Task<(Recorder Recorder, double OwnCores)> SendAsync(
        Crew crew, Target target, Budget budget, long firstIndex, CancellationToken stop, RequestLog? log = null)
    {
        var cpu = context.OwnCpu();
        var recorder = new Recorder(context.Time);
        await crew.SendAsync(target, new ClosedLoop(budget, firstIndex, context.Time, stop), recorder, log);
        return (recorder, (context.OwnCpu() - cpu).TotalSeconds / recorder.Seconds);
    }

    private int Report(Recorder recorder, int connections, bool cutShort, Check[] checks)
    {
        var sheet = new RunSheet(recorder, connections, context.Screen.NewSheet());
        context.Screen.Show(sheet.Draw(checks, cutShort));
        return checks.Any(check => check.State == CheckState.Fail) ? ExitCode.Invalid
            : cutShort ? ExitCode.CutShort
            : ExitCode.Ok;
    }

    private bool IsUnreachable(Target target, Recorder recorder, CancellationToken stop)
    {
        if (recorder.Tally.Replies > 0 || stop.IsCancellationRequested)
            return false;
        context.Error.WriteLine($"No response from {target.BaseUrl}: {recorder.Tally.FailuresText()}.");
        context.Error.WriteLine($"Is it running, and on this port? Try curl -i '{target.UriFor(0)}'");
        return true;
    }

    private Budget BudgetOf(ParseResult given) => given.GetValue(_requests) is { } n
        ? Budget.Of(n)
        : Budget.Of(given.GetValue(_duration)?.Value ?? StandardDuration);
}
