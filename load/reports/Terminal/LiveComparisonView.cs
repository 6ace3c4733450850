using TwoTier.Load.Engine;
using TwoTier.Load.Experiment;
using TwoTier.Load.Reports.Words;
using TwoTier.Load.Results.Building;

namespace TwoTier.Load.Reports.Terminal;

/// <summary>What a comparison shows of itself while it runs: a table that grows, or a line for each start.</summary>
internal sealed class LiveComparisonView
{
    // With fewer, an interval is wider than the difference that anybody looks for.
    private const int FewestStarts = 3;
    private static readonly TimeSpan JudgingInterval = TimeSpan.FromSeconds(2);

    private readonly ExperimentPlan _plan;
    private readonly ComparisonProgress _progress;
    private readonly TimeProvider _time;
    private readonly long _started;
    private IReadOnlyList<Standing> _standings = [];
    private int _judgedStarts;
    private long _judgedAt;

    public LiveComparisonView(
        ExperimentPlan plan, ComparisonProgress progress, TerminalScreen screen, TimeProvider time)
    {
        (_plan, _progress, _time, _started) = (plan, progress, time, time.GetTimestamp());
        if (!screen.IsLive && plan.Starts > 1)
            progress.StartEnded += () => screen.PrintLine(FormatStart());
    }

    public LiveView Describe()
    {
        var (stage, ended) = (_progress.Stage, _progress.Rounds.EndedStarts);
        var place = _plan.Starts > 1 ? $"start {Math.Min(_plan.Starts, ended + 1)} of {_plan.Starts}"
            : stage is { IsMeasured: true } ? "measuring"
            : ActiveStage.WarmupStageName;
        if (_plan.Starts == 1 ? _time.GetElapsedTime(_judgedAt) > JudgingInterval : ended > _judgedStarts)
        {
            (_judgedStarts, _judgedAt) = (ended, _time.GetTimestamp());
            _standings = _progress.Judge(rounds => Standings.Create(_plan, rounds));
        }

        return new LiveView(
            place,
            _plan.Duration,
            [
                new Table<Standing>([.. _standings.Where(standing => standing.Rate > 0)])
                    .Text("variant", one => one.Variant, one => IsBaseline(one) ? Tone.Strong : Tone.Plain)
                    .Number("req/s", one => one.Rate, Tone.Strong)
                    .Number("CPU ms", one => one.CpuMs)
                    .Text("ratio, so far", FormatRatio)
                    .WithoutEmptyColumns(),
                new Sentence("Ctrl-C stops the comparison and keeps what was measured.", Tone.Quiet),
            ]);
    }

    private string FormatStart()
    {
        var standings = _progress.Judge(rounds => Standings.Create(_plan, rounds));
        var rates = _plan.Variants.Select(variant => standings.First(one => one.Variant == variant.Name))
            .Select(one => $"{one.Variant} {FormatNumber(one.Rate)}"
                + (one.CpuMs is { } cpu ? $" ({FormatNumber(cpu)} ms)" : ""));
        return $"  start {_progress.Rounds.EndedStarts} of {_plan.Starts}, so far: {string.Join(" · ", rates)} req/s"
            + $"{(standings[0].CpuMs is null ? "" : " (CPU)")}  {_time.GetElapsedTime(_started):m\\:ss}";
    }

    // There is no verdict yet: whoever stops at the first verdict that pleases is wrong too often.
    private string FormatRatio(Standing standing) => IsBaseline(standing) ? "1"
        : standing.Ratio is not { } ratio ? ""
        : _plan.Starts > 1 && _judgedStarts < FewestStarts ? MetricWords.FormatRatio(ratio, null, null)
        : MetricWords.FormatRatio(ratio, standing.Lo, standing.Hi);

    private bool IsBaseline(Standing standing) => standing.Variant == _plan.Baseline.Name;
}
