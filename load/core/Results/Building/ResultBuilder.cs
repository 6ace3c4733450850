namespace TwoTier.Load.Results.Building;

/// <summary>Builds the result of a run, which has one variant with parts, or of a comparison, which has ratios.</summary>
internal abstract class ResultBuilder(RunDescription description)
{
    protected RunDescription Description => description;

    /// <summary>Creates a result without figures, plan and load.</summary>
    protected Result Create(string kind, string baseline, DateTimeOffset started, DateTimeOffset ended) => new()
    {
        Kind = kind,
        Id = Provenance.CreateResultId(started, description.Name),
        Tool = Provenance.GetTool(),
        Cores = description.Cores,
        Started = Provenance.FormatTimestamp(started),
        Ended = Provenance.FormatTimestamp(ended),
        DurationS = RoundToFiveDigits((ended - started).TotalSeconds),
        Scenario = description.Scenario,
        Command = description.Command,
        RepeatCommand = description.RepeatCommand,
        Baseline = baseline,
        Validity = RunValidity.FromChecks([]),
        Provenance = [],
        Variants = [],
    };

    protected static string[][] Describe(string? target, string load) =>
    [
        .. Provenance.ReadMachine(),
        [Provenance.TargetLabel, target ?? ProcessDescription.NotMonitored],
        [Provenance.LoadLabel, load],
    ];

    /// <summary>Summarizes what was measured of a variant, without its ratios and the parts of a run.</summary>
    protected static VariantResult CreateVariant(
        string name,
        string url,
        Measurement whole,
        IReadOnlyList<UsagePeriod> periods,
        IEnumerable<string> processes,
        IReadOnlyDictionary<string, ProcessMetrics?>? afterCooldown)
    {
        return new VariantResult(PartResultBuilder.Create(name, whole), url)
        {
            Bytes = whole.Counters.Bytes,
            Causes = whole.Failures.GetAll().ToDictionary(
                kind => kind.Kind.GetName(),
                kind => (IReadOnlyDictionary<string, long>)kind.Messages.ToDictionary(one => one.Text, one => one.Count)),
            UnexpectedBytes = whole.UnexpectedBytes,
            Unfinished = whole.UnfinishedRequests,
            Timings = new TimingsResult(
                Summarize(whole.Timings.Connect, "connect"),
                Summarize(whole.Timings.Tls, "tls"),
                Summarize(whole.Timings.FirstByte, "ttfb"),
                Summarize(whole.Timings.Body, "body"),
                whole.Timings.Connect?.Count ?? 0),
            BusyS = RoundToFiveDigits(whole.BusySeconds),
            Processes = processes.ToDictionary(
                process => process, process => ProcessResultBuilder.Create(periods, process, afterCooldown)),
        };

        static LatencyResult? Summarize(LatencyHistogram? histogram, string clock) =>
            histogram is null ? null : LatencyResult.Create(histogram, clock);
    }
}
