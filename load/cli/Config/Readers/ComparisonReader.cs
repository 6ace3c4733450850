namespace TwoTier.Load.Cli.Config.Readers;

/// <summary>Reads from the options which variants to compare, and how to measure them.</summary>
internal sealed class ComparisonReader(OptionValues options, ScenarioRequests requests)
{
    private static readonly TimeSpan WarmupWithPilot = TimeSpan.FromSeconds(1);

    // The time that a pilot takes for each variant is about a second and a half.
    private static readonly TimeSpan PilotTime = TimeSpan.FromSeconds(1.5);

    private readonly DiagnosticList _diagnostics = options.Diagnostics;

    /// <returns>
    /// The plan, or null if the options contain an error; the error is then added to the diagnostics.
    /// </returns>
    public ExperimentPlan? ReadPlan(IReadOnlyList<Stage> stages, RunLimits limits)
    {
        var variations = new VariationReader(options).Read();
        var groups = options.GetItems(ComparisonKeys.Groups);
        CheckGroups(groups);
        CheckVariants([.. variations.Select(variation => variation.Name)]);
        CheckTarget(stages);
        if (_diagnostics.Count > 0)
            return null;

        Variant[] variants =
            [.. variations.Select(variation => CreateVariant(variation, FindGroup(variation.Name, groups)))];
        var isDuet = options.GetValue(ComparisonKeys.Duet);
        if (isDuet)
            CheckDuet(variants, stages[0].Profile);
        if (_diagnostics.Count > 0)
            return null;
        var baseline = options.GetValue(ComparisonKeys.Baseline);
        var hasPilot = HasPilot(stages[0].Profile);
        var (warmups, moments) = isDuet ? (1, 1) : (variants.Length, ExperimentPlan.CountTrials(variants, isDuet));
        if (ReadRounds(warmups, moments, hasPilot) is not { } rounds)
            return null;
        var rule = new VerdictRule(Margin: options.GetValue(ComparisonKeys.Margin));
        return new ExperimentPlan(
            variants,
            variants.FirstOrDefault(variant => variant.Name == baseline) ?? variants[0],
            stages[0].Profile,
            rounds,
            hasPilot ? SlicePilot.Shortest : options.GetValue(ComparisonKeys.TrialDuration)!.Value,
            ReadWarmup(hasPilot),
            options.GetValue(ComparisonKeys.TrialWarmup)!.Value,
            requests.Seed,
            isDuet)
        {
            Rule = rule,
            HasPilot = hasPilot,
            TimeLimit = options.GetValue(ComparisonKeys.TimeLimit)?.Value,
            Looks = options.GetValue(ComparisonKeys.TimeLimit) is null
                ? null
                : new PlannedLooks(ExperimentPlan.LookCount, rounds, rule.FamilyLevel)
                {
                    TargetHalfWidth = ReadHalfWidth(),
                },
            Limits = limits,
            CoolDown = options.GetValue(MonitorKeys.CoolDown)!.Value,
            Thresholds = options.GetValues(RunKeys.Thresholds),
            Groups = groups.ToDictionary(
                group => GetName(group) ?? "", group => group.GetValue(GroupKeys.Description) ?? ""),
        };
    }

    // A pilot chooses the length of a trial unless the user does. Bursts, steps and counts of requests have a length of
    // their own.
    private bool HasPilot(LoadProfile profile) =>
        options.IsGiven(ComparisonKeys.TimeLimit)
        && !options.IsGiven(ComparisonKeys.TrialDuration)
        && !options.IsGiven(ComparisonKeys.TrialWarmup)
        && profile.WithDuration(SlicePilot.Shortest).Duration == SlicePilot.Shortest;

    private TimeSpan ReadWarmup(bool hasPilot) => hasPilot && !options.IsGiven(ComparisonKeys.Warmup)
        ? WarmupWithPilot
        : options.GetValue(ComparisonKeys.Warmup)!.Value;

    private double? ReadHalfWidth() =>
        options.GetValue(ComparisonKeys.TargetHalfWidth) is > 0 and var width ? width : null;

    // Gets the number of rounds that fit into the time limit, or the number that was asked for. The result is null if
    // the options contain an error. The variants of a duet are warmed up and measured at the same moment.
    private int? ReadRounds(int warmups, int moments, bool hasPilot)
    {
        if (options.GetValue(ComparisonKeys.TimeLimit) is not { Value: var limit } given)
        {
            if (ReadHalfWidth() is null)
                return options.GetValue(ComparisonKeys.Rounds);
            _diagnostics.Add(
                options.GetLocation(ComparisonKeys.TargetHalfWidth), "needs a time limit", "--within 3m");
            return null;
        }

        var slice = hasPilot ? SlicePilot.Shortest : options.GetValue(ComparisonKeys.TrialDuration)!.Value;
        var preparation = hasPilot
            ? PilotTime
            : slice * ExperimentPlan.CountSettlingRounds(ReadWarmup(hasPilot), slice);
        var warmup = warmups * (ReadWarmup(hasPilot) + preparation)
            + options.GetValue(MonitorKeys.CoolDown)!.Value;
        var trial = hasPilot ? slice : slice + options.GetValue(ComparisonKeys.TrialWarmup)!.Value;
        var rounds = ExperimentPlan.CountRounds(limit - warmup, moments, trial);
        if (rounds >= ExperimentPlan.LookCount)
            return rounds;
        var needed = warmup + ExperimentPlan.GetDuration(ExperimentPlan.LookCount, moments, trial);
        _diagnostics.Add(
            options.GetLocation(ComparisonKeys.TimeLimit),
            $"{given.Text} is too short for {ExperimentPlan.LookCount} rounds",
            $"--within {Math.Ceiling(needed.TotalSeconds):0}s");
        return null;
    }

    private void CheckGroups(IReadOnlyList<OptionValues> groups)
    {
        foreach (var group in groups.Where(group => GetName(group) is null))
            _diagnostics.Add(group.Location, "a group has no name", "name: old");
        foreach (var group in groups.GroupBy(GetName).Where(same => same.Count() > 1).Select(same => same.Last()))
        {
            _diagnostics.Add(
                group.GetLocation(GroupKeys.Name),
                $"two groups are named {GetName(group)}",
                "a different name for each");
        }
    }

    private void CheckVariants(string[] names)
    {
        foreach (var twice in names.GroupBy(name => name).Where(same => same.Count() > 1))
        {
            _diagnostics.Add(
                options.GetLocation(ComparisonKeys.Variants),
                $"two variants are named {twice.Key}",
                "a different name for each");
        }

        if (options.GetValue(ComparisonKeys.Baseline) is { } baseline && !names.Contains(baseline))
        {
            _diagnostics.Add(
                options.GetLocation(ComparisonKeys.Baseline),
                $"unknown variant {baseline}; expected one of {string.Join(", ", names)}");
        }
    }

    private void CheckTarget(IReadOnlyList<Stage> stages)
    {
        if (requests.BaseUrls is { Count: > 1 } hosts)
        {
            _diagnostics.Add(
                options.GetLocation(RequestKeys.Url),
                $"a comparison needs exactly one host, but {hosts.Count} are given: {string.Join(", ", hosts)}",
                "--vary strategy=a,b@http://host:port for a variant on another host");
        }

        if (stages.Count > 1)
        {
            _diagnostics.Add(
                options.GetLocation(LoadProfileKeys.Phases),
                $"a comparison needs exactly one phase, but {stages.Count} are given",
                "load run");
        }
    }

    private void CheckDuet(Variant[] variants, LoadProfile profile)
    {
        const string Example = "--vary first@http://a:1,second@http://b:2";
        var location = options.GetLocation(ComparisonKeys.Duet);
        if (variants.Length != 2)
        {
            _diagnostics.Add(location, $"a duet needs exactly two variants, but {variants.Length} are given", Example);
            return;
        }

        if (variants[0].Requests.BaseUrls.Intersect(variants[1].Requests.BaseUrls).FirstOrDefault() is { } url)
        {
            _diagnostics.Add(
                location, $"both variants of a duet are at {url}, but each needs its own process", Example);
        }

        foreach (var shared in variants[0].Processes.IntersectBy(
            variants[1].Processes.Select(process => process.MetricsUrl), process => process.MetricsUrl))
        {
            _diagnostics.Add(
                options.GetLocation(MonitorKeys.MonitoredProcesses),
                $"{shared.Name} works for both variants of a duet at once, so its cost belongs to neither",
                $"--monitor {MonitoredProcess.Target}");
        }

        if (profile is BurstProfile)
        {
            _diagnostics.Add(
                options.GetLocation(LoadProfileKeys.Burst),
                "a duet cannot send bursts: they would no longer coincide after the first one",
                "--rate 1000/s");
        }
    }

    private Variant CreateVariant(Variation variation, string? group)
    {
        var mix = requests.CreateMix(variation.ApplyTo);
        var hasOwnUrl = variation.BaseUrl is not null;
        var parts = mix.Kinds.Select(kind => kind.Parts).ToArray();
        var processes = new MonitorReader(options).Read(parts, hasOwnUrl, variation.Processes);
        return new Variant(variation.Name, mix, processes) { Group = group, Summary = variation.Summary };
    }

    private static string? FindGroup(string variant, IReadOnlyList<OptionValues> groups) =>
        groups.FirstOrDefault(group => group.GetValues(GroupKeys.Variants).Contains(variant)) is { } found
            ? GetName(found)
            : null;

    private static string? GetName(OptionValues group) =>
        group.IsGiven(GroupKeys.Name) ? group.GetValue(GroupKeys.Name) : null;
}
