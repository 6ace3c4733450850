using TwoTier.Load.Engine;
using TwoTier.Load.Experiment;
using TwoTier.Load.Results.Building;

namespace TwoTier.Load.Reports.Terminal;

internal sealed class LiveComparisonView(ExperimentPlan plan, ComparisonProgress progress, int cores)
{
    private const int MaxLines = 20;

    /// <summary>Prints a line at the end of up to 20 rounds, unless the terminal shows the progress.</summary>
    public void PrintRounds(TerminalScreen screen)
    {
        var step = (plan.Rounds + MaxLines - 1) / MaxLines;
        progress.RoundEnded += round =>
        {
            if (!screen.IsLive && round % step == 0)
                screen.PrintLine(FormatRound(round));
        };
    }

    public LiveView Describe()
    {
        var (stages, trials) = (progress.Stages, progress.Trials);
        var round = stages switch
        {
            _ when plan.Starts > 1 =>
                $"start {Math.Min(plan.Starts, progress.Rounds.EndedStarts + 1)} of {plan.Starts}",
            [{ Round: > 0 and var number }, ..] => $"round {number} of {plan.Rounds}",
            _ => ActiveStage.WarmupStageName,
        };
        return new LiveView(
            round,
            plan.TimeLimit ?? plan.GetDuration(progress.Warmups),
            [
                new Facts(
                [
                    .. stages.Select(stage => ("now", $"{stage.Variant,-20} {DescribeStage(stage)}")),
                    .. trials.TakeLast(1).Select(trial => ("last", DescribeTrial(trial))),
                ]),
                DescribeStandings(stages, trials),
                new Sentence("Ctrl-C stops the comparison and keeps what was measured.", Tone.Quiet),
            ]);
    }

    private string FormatRound(int round)
    {
        var goodputs = progress.Trials
            .Where(trial => trial.Round == round)
            .OrderBy(trial => trial.VariantIndex)
            .Select(trial => $"{plan.MeasuredVariants[trial.VariantIndex].Name} {FormatNumber(trial.Goodput)}");
        return $"round {round} of {plan.Rounds}   {string.Join(" · ", goodputs)}   req/s";
    }

    private static string DescribeStage(ActiveStage stage) =>
        stage is { IsMeasured: true, Measurement: { Counters.Responses: > 0 } measurement }
            ? LiveRunView.Describe(measurement)
            : "warming up";

    // The metrics of a monitored process are read before and after a trial, not during it, because each scrape takes
    // CPU time in that process.
    private string DescribeTrial(Trial trial) => string.Join(" · ", trial.Usage.Processes
        .Where(process => process.Value?.CpuSeconds is not null)
        .Select(process => $"{process.Key} {process.Value!.CpuSeconds / trial.ElapsedSeconds:0.00}")
        .Append($"load tool {trial.ToolCores:0.00} of {cores} cores"));

    // There is no verdict yet: whoever stops at the first verdict that pleases is wrong too often.
    private Table<Standing> DescribeStandings(
        IReadOnlyList<ActiveStage> stages, IReadOnlyCollection<Trial> trials) =>
        new Table<Standing>(Standings.Create(plan, trials))
            .Text("", one => stages.Any(stage => stage.Variant == one.Variant) ? ">" : " ", Tone.Better)
            .Text("variant", one => one.Variant, one => one.Variant == plan.Baseline.Name ? Tone.Strong : Tone.Plain)
            .Number("req/s", one => one.Rounds == 0 ? null : one.Rate, Tone.Strong)
            .Text("ratio so far", FormatRatio)
            .Count("rounds", one => one.Rounds);

    private string FormatRatio(Standing standing) => standing.Variant == plan.Baseline.Name ? "1"
        : standing.Ratio is { } ratio ? VerdictLabels.FormatRatio(ratio, standing.Lo, standing.Hi)
        : "";
}
