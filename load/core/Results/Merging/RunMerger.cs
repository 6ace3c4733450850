namespace TwoTier.Load.Results.Merging;

/// <summary>
/// Merges the results of several runs into one: the parts of one load that several load tools sent at the same time, or
/// comparisons after several process starts. Counts and histograms are added up, so that percentiles are those of all
/// requests, within the width of a histogram's bucket.
/// </summary>
internal static class RunMerger
{
    // The runtime of the target and the version of the load tool may be what the user wants to compare. Loads are
    // compared by their plans: their descriptions have measured times.
    private static readonly string[] NoConditions = [Provenance.LoadLabel, Provenance.TargetLabel, "Tool"];

    public static Result Create(IReadOnlyList<ResultFile> files, string name)
    {
        var isComparison = files.All(file => file.Result.Kind == Result.ComparisonKind);
        foreach (var (i, file) in files.Index())
            Check(files[0], file, files.Take(i), isComparison);
        if (files is [var only])
        {
            throw only.Reject(isComparison
                ? "a single comparison cannot be merged. Try two or more"
                : $"there is no other file. {ParallelPartMerger.Advice}");
        }

        var merged = isComparison ? ProcessStartMerger.Merge(files) : ParallelPartMerger.Merge(files);
        return merged with
        {
            Id = Provenance.CreateResultId(GetStart(files[0]), name),
            Scenario = isComparison
                ? merged.Scenario with { Name = name }
                : merged.Scenario with { Name = name, Path = null, Sha256 = null },
            Baseline = isComparison ? merged.Baseline : name,
            Variants = isComparison ? merged.Variants : [merged.Variants[0] with { Name = name }],
            Thresholds = [],
        };
    }

    public static DateTimeOffset GetStart(ResultFile file) =>
        DateTimeOffset.Parse(file.Result.Started, CultureInfo.InvariantCulture, DateTimeStyles.AssumeUniversal);

    /// <summary>Replaces the description of the load in the provenance of a result.</summary>
    public static string[][] DescribeLoad(string[][] provenance, Func<string, string> describe) =>
        [.. provenance.Select(row => row[0] == Provenance.LoadLabel ? [row[0], describe(row[1])] : row)];

    /// <summary>
    /// Merges the validity of several runs. Each check is taken from the last run with the worst outcome of that check.
    /// </summary>
    public static RunValidity MergeValidity(IReadOnlyList<Result> runs, params IEnumerable<ValidityCheck> added)
    {
        var checks = runs.SelectMany(run => run.Validity.Checks)
            .GroupBy(check => check.Id)
            .Select(group => group.GroupBy(check => check.State).MaxBy(outcome => outcome.Key)!)
            .Select(worst => (Check: worst.Last(), Count: worst.Count()))
            .Select(worst => worst.Check with
            {
                Value = $"{worst.Check.Value}, in "
                    + (worst.Count == 1 ? "one" : worst.Count == runs.Count ? "the last" : $"the last of {worst.Count}")
                    + $" of {runs.Count} runs",
            })
            .Concat(added)
            .ToArray();
        // One busy run of several is part of the mean, and any other state that is not valid is that of the whole.
        var validity = RunValidity.FromChecks(
            checks,
            runs.Any(run => run.Validity.CutShort),
            runs.Any(run => run.Validity.OtherShare is null) ? null
                : runs.Sum(run => run.Validity.OtherShare * run.DurationS) / runs.Sum(run => run.DurationS));
        return validity with
        {
            State = RunValidity.GetWorstState(
            [
                validity.State,
                .. runs.Select(run => run.Validity.State).Where(state => state != RunValidity.BusyState),
            ]),
        };
    }

    /// <summary>Adds up what was counted. What cannot be added is left out.</summary>
    public static VariantResult Sum(IReadOnlyList<VariantResult> variants) => SumRequests(variants) with
    {
        Bytes = Sum(variants, variant => variant.Bytes),
        Causes = variants.SelectMany(variant => variant.Causes ?? new Dictionary<string, IReadOnlyDictionary<string, long>>())
            .ToLookup(kind => kind.Key, kind => kind.Value)
            .ToDictionary(kind => kind.Key, kind => (IReadOnlyDictionary<string, long>)Sum(kind)),
        UnexpectedBytes = Sum(variants, variant => variant.UnexpectedBytes),
        Unfinished = Sum(variants, variant => variant.Unfinished),
        Timings = Sum([.. variants.Select(variant => variant.Timings).OfType<TimingsResult>()]),
        Parts = [.. SumKinds(variants)],
        ErrorShareInterval = null,
        LastHeld = null,
        Processes = new Dictionary<string, ProcessResult?>(),
    };

    public static LoadModel Sum(IReadOnlyList<LoadModel> models) => models[0] with
    {
        Connections = models.Sum(model => model.Connections),
        RatePerS = models.Any(model => model.RatePerS is null) ? null : models.Sum(model => model.RatePerS),
        MaxBacklog = models.Any(model => model.MaxBacklog is null) ? null : models.Sum(model => model.MaxBacklog),
    };

    private static void Check(ResultFile first, ResultFile file, IEnumerable<ResultFile> earlier, bool isComparison)
    {
        // A run that is named twice would count as two.
        if (earlier.FirstOrDefault(one => IsSameRun(one.Result, file.Result)) is { } same)
            throw file.Reject($"the result is of the same run as {same.Path}. Try each run once");
        if (!isComparison)
            ParallelPartMerger.CheckPart(first, file);
        var (one, other) = (GetConditions(first.Result), GetConditions(file.Result));
        // What only one of them tells is no difference.
        var difference = one.Join(other, row => row.Label, row => row.Label, (one, other) => (one.Label, one.Value, Other: other.Value))
            .FirstOrDefault(row => !Equals(row.Value, row.Other));
        if (difference.Label is { } label)
        {
            throw file.Reject($"the result has another {label} than {first.Path}: {difference.Other ?? "none"}; expected "
                + $"{difference.Value ?? "none"}. "
                + (isComparison ? "Try results of the same comparison" : ParallelPartMerger.Advice));
        }
    }

    // The latencies, and the turns of a comparison, are not the same in two runs.
    private static bool IsSameRun(Result one, Result other) =>
        one.Started == other.Started
        && one.Variants[0].Latency.Histogram == other.Variants[0].Latency.Histogram
        && one.Samples.SequenceEqual(other.Samples);

    // What must be alike, so that it cannot have caused a difference of the measured values.
    private static IEnumerable<(string Label, object? Value)> GetConditions(Result result)
    {
        var (model, plan, url) = (result.Model, result.Plan, result.Variants[0].Url);
        return
        [
            ("load model", model.Kind),
            ("rate", model.RatePerS),
            ("number of streams", model.Streams),
            ("number of connections", model.Connections),
            ("queue limit", model.MaxBacklog),
            ("time limit", plan.TimeoutS),
            .. result.Kind == Result.RunKind
                ? (IEnumerable<(string, object?)>)
                [
                    ("URL", url),
                    ("request", result.Scenario.Request),
                    ("seed", result.Seed),
                    ("load", result.Workload),
                    ("number of parts", plan.Part?.Count),
                ]
                :
                [
                    ("scenario", result.Scenario.Sha256),
                    // The operating system often chooses the port.
                    ("request", url[UrlText.GetBaseUrl(url).Length..]),
                    ("list of variants", string.Join(", ", result.Variants.Select(variant => variant.Name))),
                    ("baseline", result.Baseline),
                    ("length of turns", plan.TurnS),
                    ("warm-up", (plan.WarmupS, plan.LeadS)),
                    .. result.Provenance.Where(row => !NoConditions.Contains(row[0]))
                        .Select(row => (row[0], (object?)row[1])),
                ],
        ];
    }

    private static T SumRequests<T>(IReadOnlyList<T> parts)
        where T : PartResult => (T)((PartResult)parts[0] with
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
        });

    private static long? Sum<T>(IReadOnlyList<T> parts, Func<T, long?> getCount) =>
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
        var hasOneClock = existing.All(latency => latency.Clock == existing[0].Clock);
        return LatencyResult.Create(histogram, hasOneClock ? existing[0].Clock : "mixed");
    }

    // The percentiles of the phases are enough, and their histograms are large.
    private static TimingsResult? Sum(IReadOnlyList<TimingsResult> timings)
    {
        return timings.Count == 0 ? null : new TimingsResult(
            MergePhase(phases => phases.Connect),
            MergePhase(phases => phases.Tls),
            MergePhase(phases => phases.Ttfb),
            MergePhase(phases => phases.Body),
            timings.Sum(phases => phases.ConnectionsOpened));

        LatencyResult? MergePhase(Func<TimingsResult, LatencyResult?> getPhase) =>
            Merge(timings.Select(getPhase)) is { } merged ? merged with { Histogram = null } : null;
    }

    // Kinds of request are added up if all results have the same.
    private static IEnumerable<PartResult> SumKinds(IReadOnlyList<VariantResult> variants)
    {
        PartResult[][] runs = [.. variants.Select(variant => variant.GetParts(PartKind.Request).ToArray())];
        return runs.Any(run => !run.Select(part => part.Name).SequenceEqual(runs[0].Select(part => part.Name)))
            ? []
            : runs[0].Select((_, i) => Sum([.. runs.Select(run => run[i])]));
    }

    private static PartResult Sum(IReadOnlyList<PartResult> parts) => SumRequests(parts) with
    {
        Throughput = new Throughput(RoundToFiveDigits(parts.Sum(part => part.Throughput.Rate)), null, null),
        Processes = new Dictionary<string, ProcessResult?>(),
    };
}

/// <summary>A result with the path of the file that it was read from.</summary>
internal sealed record ResultFile(string Path, Result Result)
{
    public UserErrorException Reject(string reason) => new($"{Path}: error: {reason}");
}
