namespace TwoTier.Load.Experiment;

/// <summary>What a variant did in one turn. There are thousands of turns, so a turn is a few numbers.</summary>
/// <param name="Variant">The index of the variant in the plan.</param>
/// <param name="Start">The number of the start of the targets, from 1.</param>
/// <param name="Round">The number of the round in the start, from 1.</param>
internal sealed record Turn(int Variant, int Start, int Round)
{
    public Turn(int variant, int start, int round, Measurement measurement)
        : this(variant, start, round)
    {
        var counters = measurement.Counters;
        (Requests, Replies, Successes) = (counters.Requests, counters.Responses, counters.Successes);
        (Bytes, Failures) = (counters.Bytes, Successes < Requests ? counters.FormatFailures() : "");
        (ElapsedSeconds, BusySeconds) = (measurement.ElapsedSeconds, measurement.BusySeconds);
    }

    public long Requests { get; }
    public long Replies { get; }
    public long Successes { get; }

    /// <summary>The kinds of error with their counts: "503 12, timeout 3".</summary>
    public string Failures { get; } = "";

    public long Bytes { get; }
    public double ElapsedSeconds { get; }
    public double BusySeconds { get; }

    /// <summary>
    /// Seconds of CPU time of the monitored processes of the variant, in their order; null for one without a clock.
    /// </summary>
    public IReadOnlyList<double?> CpuSeconds { get; init; } = [];

    public double ToolCpuSeconds { get; init; }
}
