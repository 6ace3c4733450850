namespace TwoTier.Load.Cli.Config.Readers;

/// <summary>Reads from the options which variants to compare, and how to measure them.</summary>
internal sealed class ComparisonReader(Scenario scenario)
{
    private static readonly TimeSpan Warmup = TimeSpan.FromSeconds(3);
    private static readonly TimeSpan WarmupWithPilot = TimeSpan.FromSeconds(1);

    // The time that a pilot takes for each variant is about a second and a half.
    private static readonly TimeSpan PilotTime = TimeSpan.FromSeconds(1.5);

    private readonly ComparisonSettings _settings = scenario.Comparison;
    private readonly ScenarioRequests _requests = scenario.Requests;
    private readonly DiagnosticList _diagnostics = scenario.Values.Diagnostics;

    /// <returns>
    /// The plan, or null if the options contain an error; the error is then added to the diagnostics.
    /// </returns>
    public ExperimentPlan? ReadPlan()
    {
        var stages = new LoadProfileReader(scenario).ReadStages();
        CheckGroups();
        scenario.Checks.RejectExpectedErrors();
        CheckTarget(stages);
        if (ReadVariants() is not { } variants)
            return null;
        if (_settings.Duet)
            CheckDuet(variants, stages[0].Profile);
        if (_diagnostics.Count > 0)
            return null;
        var hasPilot = HasPilot(stages[0].Profile);
        var (warmups, moments) = _settings.Duet
            ? (1, 1)
            : (variants.Length, ExperimentPlan.CountTrials(variants, isDuet: false));
        if (ReadRounds(warmups, moments, hasPilot) is not { } rounds)
            return null;
        var rule = new VerdictRule(Margin: _settings.Margin);
        return new ExperimentPlan(
            variants,
            variants.FirstOrDefault(variant => variant.Name == _settings.Baseline) ?? variants[0],
            stages[0].Profile,
            rounds,
            hasPilot ? SlicePilot.Shortest : _settings.Slice,
            GetWarmup(hasPilot),
            _settings.SliceWarmup,
            scenario.Run.Seed,
            _settings.Duet)
        {
            Rule = rule,
            HasPilot = hasPilot,
            TimeLimit = _settings.Within?.Time.Value,
            Looks = _settings.Within is { } within
                ? new PlannedLooks(ExperimentPlan.LookCount, rounds, rule.FamilyLevel)
                {
                    TargetHalfWidth = within.HalfWidth,
                }
                : null,
            Limits = scenario.Checks.Limits,
            CoolDown = scenario.Monitor.Settle,
            Thresholds = scenario.Checks.Pass,
            Groups = _settings.Groups.ToDictionary(group => group.Name ?? "", group => group.Words ?? ""),
        };
    }

    /// <returns>
    /// The variants, or null if the options contain an error; the error is then added to the diagnostics.
    /// </returns>
    public Variant[]? ReadVariants()
    {
        var variations = ReadVariations();
        CheckVariants([.. variations.Select(variation => variation.Name)]);
        return _diagnostics.Count > 0 ? null : [.. variations.Select(CreateVariant)];
    }

    private Variation[] ReadVariations()
    {
        if (!_settings.IsGiven(nameof(_settings.Vary)))
        {
            _diagnostics.Add(
                scenario.Values.Location, "there are no variants to compare", "two URLs, or --vary strategy=a,b,c");
        }

        if (_settings.Vary is [{ IsOfOneLine: false } only])
            _diagnostics.Add(only.Values.Location, "a comparison needs two or more variants, but one is given");
        foreach (var unnamed in _settings.Vary.Where(variant => variant.Name is null))
            _diagnostics.Add(unnamed.Values.Location, "a variant has no name", "name: old");
        if (_settings.Vary.Any(one => one.Url is { } url && UrlText.SplitUserInfo(url).UserInfo is not null))
        {
            _settings.AddError(
                nameof(_settings.Vary), "found user:password@ in the URL of a variant", "-H 'Authorization: …'");
        }

        return
        [
            .. _settings.Vary.Select((variant, index) =>
                new Variation(GetName(variant, index), variant.Query, variant.Url, variant.Summary)
                {
                    Processes = variant.Monitor,
                }),
        ];
    }

    // The name of a variant is in every result, so it must not be the value of a secret parameter.
    private string GetName(VariantSettings variant, int index) =>
        variant.IsOfOneLine && variant.Query?.Split('=')[0] is { } parameter && _requests.Redactor.IsSecret(parameter)
            ? $"{parameter} {index + 1}"
            : variant.Name ?? "";

    // A pilot chooses the length of a trial unless the user does. Bursts, steps and counts of requests have a length of
    // their own.
    private bool HasPilot(LoadProfile profile) =>
        _settings.Within is not null
        && !_settings.IsGiven(nameof(_settings.Slice))
        && !_settings.IsGiven(nameof(_settings.SliceWarmup))
        && profile.WithDuration(SlicePilot.Shortest).Duration < profile.WithDuration(SlicePilot.Longest).Duration;

    private TimeSpan GetWarmup(bool hasPilot) => scenario.Load.Warmup ?? (hasPilot ? WarmupWithPilot : Warmup);

    // Gets the number of rounds that fit into the time limit, or the number that was asked for. The result is null if
    // the options contain an error. The variants of a duet are warmed up and measured at the same moment.
    private int? ReadRounds(int warmups, int moments, bool hasPilot)
    {
        if (_settings.Within?.Time is not { } limit)
            return _settings.Rounds;
        var slice = hasPilot ? SlicePilot.Shortest : _settings.Slice;
        var preparation = hasPilot
            ? PilotTime
            : slice * ExperimentPlan.CountSettlingRounds(GetWarmup(hasPilot), slice);
        var warmup = warmups * (GetWarmup(hasPilot) + preparation) + scenario.Monitor.Settle;
        var trial = hasPilot ? slice : slice + _settings.SliceWarmup;
        var rounds = ExperimentPlan.CountRounds(limit.Value - warmup, moments, trial);
        if (rounds >= ExperimentPlan.LookCount)
            return rounds;
        var needed = warmup + ExperimentPlan.GetDuration(ExperimentPlan.LookCount, moments, trial);
        _settings.AddError(
            nameof(_settings.Within),
            $"{limit.Text} is too short for {ExperimentPlan.LookCount} rounds",
            $"--within {Math.Ceiling(needed.TotalSeconds):0}s");
        return null;
    }

    private void CheckGroups()
    {
        foreach (var group in _settings.Groups.Where(group => group.Name is null))
            _diagnostics.Add(group.Values.Location, "a group has no name", "name: old");
        foreach (var twice in _settings.Groups.GroupBy(group => group.Name).Where(same => same.Count() > 1))
            twice.Last().AddError("Name", $"two groups are named {twice.Key}", "a different name for each");
    }

    private void CheckVariants(string[] names)
    {
        foreach (var twice in names.GroupBy(name => name).Where(same => same.Count() > 1))
        {
            _settings.AddError(
                nameof(_settings.Vary), $"two variants are named {twice.Key}", "a different name for each");
        }

        if (_settings.Baseline is { } baseline && !names.Contains(baseline))
        {
            _settings.AddError(
                nameof(_settings.Baseline), $"unknown variant {baseline}; expected one of {string.Join(", ", names)}");
        }
    }

    private void CheckTarget(IReadOnlyList<Stage> stages)
    {
        if (_requests.BaseUrls is { Count: > 1 } hosts)
        {
            scenario.Request.AddError(
                nameof(RequestSettings.Url),
                $"a comparison needs exactly one host, but {hosts.Count} are given: {string.Join(", ", hosts)}",
                "--vary strategy=a,b@http://host:port for a variant on another host");
        }

        if (stages.Count > 1)
        {
            scenario.Load.AddError(
                nameof(LoadSettings.Phases),
                $"a comparison needs exactly one phase, but {stages.Count} are given",
                "load run");
        }
    }

    private void CheckDuet(Variant[] variants, LoadProfile profile)
    {
        const string Example = "--vary first@http://a:1,second@http://b:2";
        if (variants.Length != 2)
        {
            _settings.AddError(
                nameof(_settings.Duet),
                $"a duet needs exactly two variants, but {variants.Length} are given",
                Example);
            return;
        }

        if (variants[0].Requests.BaseUrls.Intersect(variants[1].Requests.BaseUrls).FirstOrDefault() is { } url)
        {
            _settings.AddError(
                nameof(_settings.Duet),
                $"both variants of a duet are at {url}, but each needs its own process",
                Example);
        }

        foreach (var shared in variants[0].Processes.IntersectBy(
            variants[1].Processes.Select(process => process.MetricsUrl), process => process.MetricsUrl))
        {
            scenario.Monitor.AddError(
                nameof(MonitorSettings.Monitor),
                $"{shared.Name} works for both variants of a duet at once, so its cost belongs to neither",
                $"--monitor {MonitoredProcess.Target}");
        }

        if (profile is BurstProfile)
        {
            scenario.Load.AddError(
                nameof(LoadSettings.Burst),
                "a duet cannot send bursts: they would no longer coincide after the first one",
                "--rate 1000/s");
        }
    }

    private Variant CreateVariant(Variation variation)
    {
        var mix = _requests.CreateMix(variation.ApplyTo);
        var parts = mix.Kinds.Select(kind => kind.Parts).ToArray();
        var processes = new MonitorReader(scenario).Read(parts, variation.BaseUrl is not null, variation.Processes);
        return new Variant(variation.Name, mix, processes)
        {
            Group = _settings.Groups.FirstOrDefault(group => group.Variants.Contains(variation.Name))?.Name,
            Summary = variation.Summary,
        };
    }
}
