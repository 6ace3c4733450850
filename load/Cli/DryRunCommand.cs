using Load.Config;
using Load.Config.Keys;
using Load.Http;
using Load.Output.Terminal;
using Load.Terminal;

namespace Load.Cli;

/// <summary><c>load dry-run</c>: one request of each kind, shown with its reply.</summary>
internal sealed class DryRunCommand : ScenarioCommand
{
    private readonly ToolContext _context;
    private RunOptions _given = null!;
    private DryRunOptions _view = null!;

    public DryRunCommand(ToolContext context)
        : base(
            "dry-run",
            "Send one request of each kind to each URL; show it and the reply.",
            OptionCatalog.DryRun,
            [OutputKeys.Headers, OutputKeys.Full])
    {
        _context = context;
        SetAction((_, stop) => RunAsync(stop));
    }

    public override string Example =>
        "load dry-run -u http://127.0.0.1:5101/ingest/data -m POST -H 'Content-Type: application/json' \\\n"
        + "    --body '{ \"id\": {{{id:RAND_INTEGER:[1:1000]}}}, \"by\": \"{{{by:RAND_NAME}}}\" }' --headers\n"
        + "  load dry-run load/scenarios/smoke.yaml";

    protected override void Read(RunOptions given)
    {
        _given = given;
        _view = new DryRunOptions(
            given.Values.ValueOf(OutputKeys.Headers), given.Values.ValueOf(OutputKeys.Full), _context.Screen.Width);
    }

    private async Task<int> RunAsync(CancellationToken stop)
    {
        var target = _given.Requests.Target;
        using var sender = new HttpSender(1);
        var (asExpected, all) = (0, target.GetFirstIndices().ToArray());
        foreach (var (number, index) in all.Index().TakeWhile(_ => !stop.IsCancellationRequested))
        {
            var request = target.GetRequest(index);
            var sheet = new DryRunView(request, _view, _context.Screen.NewSheet());
            sheet.DrawRequest(number + 1, all.Length, target.Kinds.Count > 1);
            asExpected += await ExchangeAsync(sender, request, sheet, stop) ? 1 : 0;
            _context.Screen.Show(sheet.Content);
        }

        var sent = all.Length == 1 ? "1 request" : $"{all.Length} requests";
        var repeat = target.ParameterNames.Count > 0 ? $" Parameters repeat with --seed {_given.Requests.Seed}." : "";
        _context.Screen.Line("");
        _context.Screen.Line($"{sent} sent, {asExpected} as expected.{repeat}");
        return stop.IsCancellationRequested ? ExitCode.CutShort
            : asExpected == all.Length ? ExitCode.Ok
            : ExitCode.NotAsExpected;
    }

    private async Task<bool> ExchangeAsync(HttpSender sender, PlannedRequest planned, DryRunView sheet, CancellationToken stop)
    {
        using var request = planned.CreateMessage();
        using var limit = CancellationTokenSource.CreateLinkedTokenSource(stop);
        limit.CancelAfter(_given.Timeout);
        var sent = _context.Time.GetTimestamp();
        try
        {
            using var response = await sender.ProbeAsync(request, limit.Token);
            var ms = _context.Time.GetElapsedTime(sent).TotalMilliseconds;
            return sheet.DrawResponse(response, await response.Content.ReadAsByteArrayAsync(limit.Token), ms);
        }
        catch (Exception e) when (e is HttpRequestException or IOException or OperationCanceledException)
        {
            sheet.DrawTransportError(TransportErrors.Classify(e), request.RequestUri!);
            return false;
        }
    }
}
