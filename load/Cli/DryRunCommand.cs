using System.CommandLine;
using Load.Reporting.Terminal;
using Load.Sending;
using Load.Targeting;

namespace Load.Cli;

/// <summary><c>load dry-run</c>: one request of each kind, shown with its reply.</summary>
internal sealed class DryRunCommand(ToolContext context)
{
    public const string Example =
        "load dry-run -u http://127.0.0.1:5101/ingest/data -m POST -H 'Content-Type: application/json' \\\n"
        + "    --body '{ \"id\": {{{id:RAND_INTEGER:[1:1000]}}}, \"by\": \"{{{by:RAND_NAME}}}\" }' --headers";

    private readonly RequestOptions _request = new();
    private readonly Option<int> _seed = Opt.Seed();
    private readonly Option<Duration> _timeout = Opt.Timeout();
    private readonly Option<bool> _headers = new("--headers") { Description = "Show the headers too." };
    private readonly Option<bool> _full = new("--full") { Description = "Show whole bodies, not 10 lines of them." };

    public Command Make()
    {
        var command = _request.AddTo(new RequestCommand(
            "dry-run", "Send one request to each URL; show it and the reply.", _request));
        foreach (var option in new Option[] { _seed, _timeout, _headers, _full })
            command.Add(option);
        command.SetAction(RunAsync);
        return command;
    }

    private async Task<int> RunAsync(ParseResult given, CancellationToken stop)
    {
        var target = _request.TargetOf(given, given.GetValue(_seed));
        var expected = _request.ExpectationsOf(given);
        using var sender = new Sender(1, expected);
        var show = new DryRunView(given.GetValue(_headers), given.GetValue(_full), context.Screen.Width);
        var (asExpected, timeout) = (0, given.GetRequiredValue(_timeout).Value);
        for (var index = 0; index < target.Kinds && !stop.IsCancellationRequested; index++)
        {
            var sheet = new DryRunSheet(target, expected, show, context.Screen.NewSheet());
            sheet.Request(index);
            asExpected += await ExchangeAsync(sender, target, index, sheet, timeout, stop) ? 1 : 0;
            context.Screen.Show(sheet.Content);
        }

        var sent = target.Kinds == 1 ? "1 request" : $"{target.Kinds} requests";
        var repeat = target.Names.Count > 0 ? $" Parameters repeat with --seed {given.GetValue(_seed)}." : "";
        context.Screen.Line("");
        context.Screen.Line($"{sent} sent, {asExpected} as expected.{repeat}");
        return stop.IsCancellationRequested ? ExitCode.CutShort
            : asExpected == target.Kinds ? ExitCode.Ok
            : ExitCode.NotAsExpected;
    }

    private async Task<bool> ExchangeAsync(
        Sender sender, Target target, int index, DryRunSheet sheet, TimeSpan timeout, CancellationToken stop)
    {
        using var request = target.RequestFor(index);
        using var limit = CancellationTokenSource.CreateLinkedTokenSource(stop);
        limit.CancelAfter(timeout);
        var sent = context.Time.GetTimestamp();
        try
        {
            using var response = await sender.ProbeAsync(request, limit.Token);
            var ms = context.Time.GetElapsedTime(sent).TotalMilliseconds;
            return sheet.Reply(response, await response.Content.ReadAsByteArrayAsync(limit.Token), ms);
        }
        catch (Exception e) when (e is HttpRequestException or IOException or OperationCanceledException)
        {
            sheet.NoReply(TransportErrors.Classify(e), request.RequestUri!);
            return false;
        }
    }
}
