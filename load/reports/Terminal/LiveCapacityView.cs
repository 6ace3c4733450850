using static TwoTier.Load.Units.SignificantDigits;

namespace TwoTier.Load.Reports.Terminal;

internal sealed class LiveCapacityView(CapacitySearch search, RunProgress progress)
{
    /// <summary>Prints a line at the end of each trial, unless the terminal shows the progress.</summary>
    public void PrintEachTrial(TerminalScreen screen)
    {
        if (!screen.IsLive)
            search.TrialEnded += trial => screen.PrintLine($"trial {search.Trials.Count,2}   {Format(trial)}");
    }

    public Document Describe(TimeSpan elapsed) => new("", IsInvalid: false,
    [
        .. search.Trials.ToArray().Index().TakeLast(8)
            .Select(trial => new Note($"trial {trial.Index + 1,2}  ", Tone.Quiet, Format(trial.Item))),
        .. search.Estimate is { } estimate
            ? [new Note("so far    ", Tone.Quiet, Format(estimate), Tone.Strong)]
            : Array.Empty<Block>(),
        ProgressBar.Create(progress.Stage?.Name ?? "", elapsed, search.Within),
        new Sentence("Ctrl-C stops the search and keeps what is known.", Tone.Quiet),
    ]);

    private static string Format(CapacityEstimate estimate) =>
        $"{FormatNumber(estimate.Rate)}/s [{FormatNumber(estimate.Low)}, {FormatNumber(estimate.High)}]";

    private static string Format(CapacityTrial trial)
    {
        var p99 = trial.Run is { } run ? LatencySummary.GetPercentile(run.Measurement.Counters.Latency, 0.99) : null;
        var reason = trial.Reasons.Count > 0 ? $"   {trial.Reasons[0]}" : "";
        return $"{CapacityTrial.FormatRate(trial.Rate),9}   p99 {FormatNumber(p99),6} ms   "
            + $"{trial.OutcomeText}{reason}";
    }
}
