namespace Experiments.Claims;

/// <summary>A row with its claim, and what was measured.</summary>
internal sealed record LedgerEntry(Claim Claim, LedgerRow Row)
{
    public const string Ratio = "ratio";

    /// <summary>The metric of how much the variant costs more than the baseline, in a unit.</summary>
    public const string Difference = "difference";

    public IReadOnlyDictionary<string, Metric> Metrics => Row.Metrics;

    public Metric? MeasuredRatio => Metrics.GetValueOrDefault(Ratio);

    /// <summary>The answer by the measurements; null for a claim, and for a question without an answer.</summary>
    public Answer? Answer => Claim.File.Question is null ? null : Answer.Create(Claim.File, Metrics);
}

/// <summary>
/// A row of the ledger: its verdict, and the figures of the page's machine or, without any, of another one. Open are the
/// verdicts that the interval leaves open, or why there is none. Rows that were not measured since November 2026 stand
/// in experiments/results/ledger.json, where an interval covers several machines.
/// </summary>
internal sealed record LedgerRow(
    string Id, Verdict Verdict, string Date, string Commit, string Figures, IReadOnlyDictionary<string, Metric> Metrics,
    IReadOnlyList<MeasuredProcessor> Processors, string? Open = null)
{
    /// <summary>Judges what was measured on each machine, of which the first one is that of the page.</summary>
    /// <returns>The row; null if none has measured it.</returns>
    public static LedgerRow? Create(Claim claim, IEnumerable<ClaimResult> results)
    {
        var measured = (from result in results
                        where result.Experiment == claim.File.Run.Id
                        let what = ClaimReader.Read(claim.File.Run, result.Starts)
                        where what.NotMeasuredReason is null
                        let decision = claim.File.Criterion.Decide(what.Metrics, claim.File.Design.Starts)
                        select (Result: result, what.Metrics, what.Figures, Decision: decision)).ToArray();
        if (measured is not [var first, ..])
            return null;
        var verdicts = measured.Select(one => one.Decision.Verdict).Where(one => one is not Verdict.CannotTell).Distinct();
        return new(
            claim.Id, verdicts.Count() > 1 ? Verdict.DependsOnTheMachine : first.Decision.Verdict,
            $"{first.Result.Date:yyyy-MM-dd}", first.Result.Commit, first.Figures, first.Metrics,
            [.. measured.Select(one => new MeasuredProcessor(one.Result.Machine.Name, one.Metrics))],
            verdicts.Count() > 1 ? null : first.Decision.Explanation);
    }
}

/// <summary>What was measured on a machine: its processor, and for new rows the kernel.</summary>
internal sealed record MeasuredProcessor(string Name, IReadOnlyDictionary<string, Metric> Metrics);
