using Load.Config;
using Load.Config.Keys;
using Load.Config.Readers;
using Load.Engine;
using Load.Experiment;
using Load.Http;
using Load.Live;
using Load.Output.Files;
using Load.Output.Terminal;
using Load.Results;
using Load.Results.Building;
using Load.Results.Compatibility;
using Load.Results.Files;
using Load.Target;
using Load.Terminal;
using Load.Units;
using Load.Validity;

namespace Load.Cli;

/// <summary><c>load compare</c>: several variants of one request, in shuffled rounds.</summary>
internal sealed class CompareCommand : ScenarioCommand
{
    private readonly ToolContext _context;
    private readonly string _commandLine;
    private RunOptions _given = null!;
    private ExperimentPlan? _plan;
    private OutputOptions _outputs = null!;

    public CompareCommand(ToolContext context, string commandLine)
        : base(
            "compare",
            "Measure variants of one request in shuffled rounds; say which differ, and how sure that is.",
            OptionCatalog.Compare,
            OutputKeys.OfComparison)
    {
        (_context, _commandLine) = (context, commandLine);
        SetAction((_, stop) => CompareAsync(_plan!, stop));
    }

    public override string Example =>
        "load compare -u 'http://127.0.0.1:5100/api/customer/{{{id:RAND_INTEGER:[1:1000]}}}' \\\n"
        + "    --vary strategy=string-jsonconvert,get-from-json,webclient-async@http://127.0.0.1:5102 \\\n"
        + "    --monitor database=http://127.0.0.1:5101\n"
        + "  load compare load/scenarios/strategies.yaml --rounds 15";

    protected override void Read(RunOptions given)
    {
        (_given, _outputs) = (given, OutputOptions.From(given.Values));
        _plan = new ComparisonReader(given.Values, given.Requests).Plan(given.Phases, given.Limits);
    }

    private async Task<int> CompareAsync(ExperimentPlan plan, CancellationToken stop)
    {
        var (screen, time) = (_context.Screen, _context.Time);
        var request = RunDescription.Create(_given, _given.Requests.Target, "comparison", _commandLine, _outputs);
        var then = await EarlierAsync(stop);
        if (!_outputs.CanBeWritten(_context) || (then is not null && !CanBeSetAgainst(then, new(request, plan, []))))
            return ExitCode.Usage;
        using var sender = new HttpSender(plan.Profile.Connections);
        var probe = new Probe(sender, _context.Error, _given.Timeout);
        if (!await probe.AllAnswerAsync(plan.Variants, stop))
            return stop.IsCancellationRequested ? ExitCode.CutShort : ExitCode.Unreachable;

        var (slice, whole) = (plan.PlannedTrialDuration?.TotalSeconds, Math.Ceiling(plan.Duration.TotalSeconds));
        screen.Line(
            $"  compare    {plan.Variants.Count} variants × {plan.Rounds} shuffled rounds"
            + (slice is { } length ? $" × {SignificantDigits.FormatSeconds(length)}" : "")
            + $", {plan.Profile.Connections} connections, {plan.Profile.Description}, about {SignificantDigits.FormatSeconds(whole)}");
        using var scraper = new PrometheusScraper();
        var progress = new ComparisonProgress();
        await using var served = await RunServices.StartAsync(
            _outputs,
            _context,
            new ToolMetrics(request.Name, progress, _context.OwnCpu),
            feed => new ComparisonReporter(feed, request, plan, progress, time),
            stop);
        await served.BeginAsync();
        var started = time.GetUtcNow();
        var comparison = new ComparisonRunner(
            plan, variant => new RunContext(sender, variant.Requests, _given.Timeout, time), scraper, time, _context.OwnCpu, progress);
        var view = new LiveComparisonView(plan, progress, Environment.ProcessorCount);
        RoundLines.PrintEachRound(screen, plan, progress);
        var slices = await new LiveDisplay(screen, time).ShowWhileAsync(
            gone => view.Draw(screen.NewSheet(), gone), () => comparison.RunAsync(served.Stop));
        if (slices.Count == 0)
        {
            await _context.Error.WriteLineAsync("Stopped before the end of the first round: nothing to report.");
            return ExitCode.CutShort;
        }

        var settled = await comparison.CoolDownAsync(served.Stop);
        var result = new ComparisonResultBuilder(request, plan, progress.Warmups) { MetricsAfterCooldown = settled }.Build(slices, started, time.GetUtcNow());
        result = served.Complete(then is null ? result : result with { Against = BaselineComparison.Compare(then, result) }, started);
        var exit = await ReportAsync(result, served);
        await served.StayAsync();
        return exit;
    }

    private async Task<Result?> EarlierAsync(CancellationToken stop) => _given.Values.ValueOf(OutputKeys.Against) is { } path
        ? await ResultReader.ReadAsync(path, stop)
        : null;

    // Known before the minutes of measuring, not after.
    private bool CanBeSetAgainst(Result then, ComparisonResultBuilder planned)
    {
        var (path, isForced) = (_given.Values.ValueOf(OutputKeys.Against)!, _given.Values.ValueOf(OutputKeys.Force));
        var refusals = BaselineComparison.GetRefusals(path, then, planned.BuildPlanned(_context.Time.GetUtcNow()), isForced);
        foreach (var refusal in refusals)
            _context.Error.WriteLine(refusal);
        return refusals.Count == 0;
    }

    private async Task<int> ReportAsync(Result result, RunServices served)
    {
        var screen = _context.Screen;
        screen.Show(new ComparisonView(result, screen.NewSheet(), screen.Width).Draw());
        var path = await ResultFiles.WriteAsync(result, _outputs.Folder);
        screen.Show(new ComparisonFooter(result, screen.NewSheet()).Draw(path, ExitCode.Invalid));
        served.End(result, path);
        return result.Validity.State switch
        {
            RunValidity.Invalid => ExitCode.Invalid,
            RunValidity.CutShort => ExitCode.CutShort,
            _ when result.Thresholds.Any(threshold => !threshold.Passed) => ExitCode.NotAsExpected,
            _ => ExitCode.Ok,
        };
    }
}
