namespace TwoTier.Load.Results.Building;

/// <summary>
/// Merges the parts of one load that several load tools sent at the same time, usually from several machines: the
/// counts, the rates and the histograms are added up, so that percentiles are those of all requests, within the width of
/// a histogram's bucket.
/// </summary>
internal static class PartMerger
{
    private const string Advice = "Try the results of parts that ran at the same time";
    private const double MinOverlap = 0.9;

    // The precision of the starts in result files: parts may overlap by up to a second more or less than they say.
    private static readonly TimeSpan StartPrecision = TimeSpan.FromSeconds(1);

    public static Result Merge(IReadOnlyList<ResultFile> files, string name)
    {
        foreach (var (i, file) in files.Index())
            Check(files[0], file, files.Take(i));
        if (files is [var only])
            throw only.Reject($"there is no other file. {Advice}");
        Result[] runs = [.. files.Select(file => file.Result)];
        VariantResult[] variants = [.. runs.Select(run => run.Variants[0])];
        var first = runs.MinBy(run => run.Started)!;
        var (sum, rate) = (Sum(variants), variants.Sum(variant => variant.Throughput.Rate));
        return first with
        {
            Id = Provenance.CreateResultId(GetStart(files[0]), name),
            Scenario = first.Scenario with { Name = name, Path = null, Sha256 = null },
            Baseline = name,
            Ended = runs.Max(run => run.Ended)!,
            DurationS = RoundToFiveDigits(runs.Max(run => run.DurationS)),
            Model = Sum([.. runs.Select(run => run.Model)]),
            Workload = $"{runs.Length} parts at the same time, each {first.Workload}",
            Plan = first.Plan with { Part = null },
            Provenance = MergeProvenance(runs),
            Validity = MergeValidity(runs, CheckOverlap(files), CheckCompleteness(runs)),
            Thresholds = [],
            Variants =
            [
                sum with
                {
                    Name = name,
                    Throughput = new Throughput(RoundToFiveDigits(rate), null, null),
                    BusyS = rate > 0 ? RoundToFiveDigits((sum.Requests - sum.Errors) / rate) : null,
                },
            ],
        };
    }

    /// <summary>Merges the validity of several runs: of each check, the worst outcome counts.</summary>
    private static RunValidity MergeValidity(Result[] runs, params IEnumerable<ValidityCheck> added)
    {
        var checks = runs.SelectMany(run => run.Validity.Checks)
            .GroupBy(check => check.Id)
            .Select(group => group.MaxBy(check => check.State)!)
            .Concat(added)
            .ToArray();
        var validity = RunValidity.FromChecks(
            checks,
            runs.Any(run => run.Validity.CutShort),
            runs.Any(run => run.Validity.OtherShare is null) ? null : runs.Max(run => run.Validity.OtherShare));
        return validity with
        {
            State = RunValidity.GetWorstState(runs.Select(run => run.Validity.State).Append(validity.State)),
        };
    }

    // The largest parts of a result, and what cannot be added, are left out.
    private static VariantResult Sum(VariantResult[] parts) => parts[0] with
    {
        Requests = parts.Sum(part => part.Requests),
        Errors = parts.Sum(part => part.Errors),
        Statuses = Sum(parts.Select(part => part.Statuses)),
        UnexpectedStatuses = Sum(parts.Select(part => part.UnexpectedStatuses)),
        TransportErrors = Sum(parts.Select(part => part.TransportErrors)),
        CheckFailures = parts.Sum(part => part.CheckFailures),
        MeasuredS = parts.Max(part => part.MeasuredS),
        Latency = Merge(parts.Select(part => part.Latency))!,
        ServiceTime = Merge(parts.Select(part => part.ServiceTime)),
        ScheduleDelay = Merge(parts.Select(part => part.ScheduleDelay)),
        Planned = Sum(parts, part => part.Planned),
        Sent = Sum(parts, part => part.Sent),
        Queued = Sum(parts, part => part.Queued),
        Dropped = Sum(parts, part => part.Dropped),
        Bytes = Sum(parts, part => part.Bytes),
        UnexpectedBytes = Sum(parts, part => part.UnexpectedBytes),
        Unfinished = Sum(parts, part => part.Unfinished),
        Causes = null,
        Timings = null,
        Parts = [],
        ErrorShareInterval = null,
        LastHeld = null,
        Processes = new Dictionary<string, ProcessResult?>(),
    };

    private static LoadModel Sum(IReadOnlyList<LoadModel> models) => models[0] with
    {
        Connections = models.Sum(model => model.Connections),
        RatePerS = models.Any(model => model.RatePerS is null) ? null : models.Sum(model => model.RatePerS),
    };

    private static void Check(ResultFile first, ResultFile file, IEnumerable<ResultFile> earlier)
    {
        // A run that is named twice would count as two.
        if (earlier.FirstOrDefault(one => IsSameRun(one.Result, file.Result)) is { } same)
            throw file.Reject($"the result is of the same run as {same.Path}. Try each run once");
        CheckPart(first, file);
        var (one, other) = (GetConditions(first.Result), GetConditions(file.Result));
        // What only one of them tells is no difference.
        var difference = one.Join(other, row => row.Label, row => row.Label, (one, other) => (one.Label, one.Value, Other: other.Value))
            .FirstOrDefault(row => !Equals(row.Value, row.Other));
        if (difference.Label is { } label)
        {
            throw file.Reject($"the result has another {label} than {first.Path}: {difference.Other ?? "none"}; expected "
                + $"{difference.Value ?? "none"}. {Advice}");
        }
    }

    private static void CheckPart(ResultFile first, ResultFile file)
    {
        var other = file.Result;
        if (other is not { Kind: Result.RunKind, Variants: [var run] } || run.GetParts(PartKind.Burst) is not [])
        {
            var kind = other.Kind == Result.RunKind ? "bursts" : $"load {other.Kind}";
            throw file.Reject($"the result comes from {kind}; expected a result of load run without bursts");
        }

        if (file != first && other.Plan.Part is { } part && part == first.Result.Plan.Part)
            throw file.Reject($"the result is part {part}, as is {first.Path}. Try each part once");
    }

    private static ValidityCheck CheckOverlap(IReadOnlyList<ResultFile> files)
    {
        var (latest, earliest) = (files.MaxBy(GetStart)!, files.MinBy(GetEnd)!);
        var overlap = GetEnd(earliest) - GetStart(latest);
        var (low, high) = (GetShare(overlap - StartPrecision), GetShare(overlap + StartPrecision));
        if (overlap + StartPrecision <= TimeSpan.Zero)
        {
            throw latest.Reject($"the run started after that of {earliest.Path} had ended, so their rates cannot be "
                + $"added. {Advice}");
        }

        return ValidityCheck.Require(
            high >= MinOverlap,
            "overlap", "Parts ran at the same time",
            $"{low * 100:0} to {high * 100:0} % of the longest part", $"{MinOverlap * 100:0} %",
            "the sum of the rates was not reached: start the parts together, or for longer (--duration 60s)");

        double GetShare(TimeSpan time) =>
            Math.Clamp(time.TotalSeconds / files.Max(file => file.Result.DurationS), 0, 1);
    }

    private static DateTimeOffset GetEnd(ResultFile file) =>
        GetStart(file) + TimeSpan.FromSeconds(file.Result.DurationS);

    private static ValidityCheck CheckCompleteness(Result[] runs)
    {
        var count = runs.Max(run => run.Plan.Part?.Count) ?? runs.Length;
        return ValidityCheck.Require(
            runs.Length == count,
            "parts", "Parts merged", $"{runs.Length} of {count}", "all",
            "the load was higher than this result shows: merge the missing parts too");
    }

    // The load tools can run on different machines, so each row lists all different values of the results.
    private static string[][] MergeProvenance(Result[] runs) =>
    [
        .. runs.SelectMany(run => run.Provenance).GroupBy(row => row[0]).Select(rows => (string[])
        [
            rows.Key,
            (rows.Key == Provenance.LoadLabel ? $"{runs.Length} parts at the same time: " : "")
                + string.Join("; ", rows.Select(row => row[1]).Distinct()),
        ]),
    ];

    private static DateTimeOffset GetStart(ResultFile file) =>
        DateTimeOffset.Parse(file.Result.Started, CultureInfo.InvariantCulture, DateTimeStyles.AssumeUniversal);

    // The latencies are not the same in two runs.
    private static bool IsSameRun(Result one, Result other) =>
        one.Started == other.Started
        && one.Variants[0].Latency.Histogram == other.Variants[0].Latency.Histogram;

    // What must be alike, so that it cannot have caused a difference of the measured values.
    private static IEnumerable<(string Label, object? Value)> GetConditions(Result result)
    {
        var (model, plan) = (result.Model, result.Plan);
        return
        [
            ("load model", model.Kind),
            ("rate", model.RatePerS),
            ("number of streams", model.Streams),
            ("number of connections", model.Connections),
            ("time limit", plan.TimeoutS),
            ("URL", result.Variants[0].Url),
            ("request", result.Scenario.Request),
            ("seed", result.Seed),
            ("load", result.Workload),
            ("number of parts", plan.Part?.Count),
        ];
    }

    private static long? Sum(VariantResult[] parts, Func<VariantResult, long?> getCount) =>
        parts.Any(part => getCount(part) is null) ? null : parts.Sum(getCount);

    private static Dictionary<string, long> Sum(IEnumerable<IReadOnlyDictionary<string, long>?> counts) => counts
        .SelectMany(count => count ?? new Dictionary<string, long>())
        .GroupBy(count => count.Key)
        .ToDictionary(group => group.Key, group => group.Sum(count => count.Value));

    private static LatencyResult? Merge(IEnumerable<LatencyResult?> latencies)
    {
        LatencyResult[] existing = [.. latencies.OfType<LatencyResult>()];
        if (existing.Length == 0)
            return null;
        var histogram = new LatencyHistogram();
        foreach (var latency in existing)
            latency.Histogram?.AddTo(histogram);
        return LatencyResult.Create(histogram, existing[0].Clock);
    }
}

/// <summary>A result with the path of the file that it was read from.</summary>
internal sealed record ResultFile(string Path, Result Result)
{
    public UserErrorException Reject(string reason) => new($"{Path}: error: {reason}");
}
