namespace TwoTier.Load.Cli.Config.Readers;

internal sealed class ComparisonReader(Scenario scenario)
{
    private const int DefaultRounds = 7;
    private static readonly TimeSpan DefaultTimeOfVariant = TimeSpan.FromSeconds(15);
    private static readonly TimeSpan Warmup = TimeSpan.FromSeconds(3);
    private static readonly TimeSpan WarmupWithPilot = TimeSpan.FromSeconds(1);
    // The time that a pilot takes for each variant is about a second and a half.
    private static readonly TimeSpan PilotTime = TimeSpan.FromSeconds(1.5);
    private readonly ComparisonSettings _settings = scenario.Comparison;
    private readonly DiagnosticList _diagnostics = scenario.Values.Diagnostics;

    public ExperimentPlan? ReadPlan(bool hasTimeLimit = true)
    {
        scenario.Checks.RejectExpectedErrors();
        var stages = new LoadProfileReader(scenario).ReadStages();
        if (scenario.Requests.BaseUrls is { Count: > 1 } hosts)
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

        if (ReadVariants() is not { } variants)
            return null;
        var profile = stages[0].Profile;
        // Bursts, steps and counts of requests have a length of their own.
        var canBeShorter =
            profile.WithDuration(SlicePilot.Shortest).Duration < profile.WithDuration(SlicePilot.Longest).Duration;
        hasTimeLimit = _settings.Within is not null || (hasTimeLimit && canBeShorter && _settings.Rounds is null);
        // A pilot chooses the length of a trial unless the user does.
        var hasPilot = hasTimeLimit
            && canBeShorter
            && !_settings.IsGiven(nameof(_settings.Slice))
            && !_settings.IsGiven(nameof(_settings.SliceWarmup));
        var warmup = scenario.Load.Warmup ?? (hasPilot ? WarmupWithPilot : Warmup);
        if (_diagnostics.Count > 0)
            return null;
        var limit = hasTimeLimit ? GetTimeLimit(variants, hasPilot, warmup) : (TimeSpan?)null;
        var rounds = limit is { } time
            ? CountRounds(time, variants, hasPilot, warmup)
            : _settings.Rounds ?? DefaultRounds;
        if (_diagnostics.Count > 0)
            return null;
        var rule = new VerdictRule(Margin: _settings.Margin);
        return new ExperimentPlan(
            variants,
            variants.FirstOrDefault(variant => variant.Name == _settings.Baseline) ?? variants[0],
            profile,
            rounds,
            hasPilot ? SlicePilot.Shortest : _settings.Slice,
            warmup,
            _settings.SliceWarmup,
            scenario.Run.Seed)
        {
            Rule = rule,
            HasPilot = hasPilot,
            TimeLimit = limit,
            Looks = hasTimeLimit
                ? new PlannedLooks(ExperimentPlan.LookCount, rounds, rule.FamilyLevel)
                {
                    TargetHalfWidth = _settings.Within?.HalfWidth,
                }
                : null,
            Limits = scenario.Checks.Limits,
            CoolDown = scenario.Monitor.Settle,
            Thresholds = scenario.Checks.Pass,
            Groups = _settings.Groups.DistinctBy(group => group.Name)
                .ToDictionary(group => group.Name ?? "", group => group.Words ?? ""),
        };
    }

    public Variant[]? ReadVariants()
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

        string[] names = [.. _settings.Vary.Select(GetName)];
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

        return _diagnostics.Count > 0 ? null : [.. _settings.Vary.Zip(names, CreateVariant)];
    }

    // The name of a variant is in every result, so it must not be the value of a secret parameter.
    private string GetName(VariantSettings variant, int index) =>
        variant.IsOfOneLine && variant.Query?.Split('=')[0] is { } parameter
        && scenario.Requests.Redactor.IsSecret(parameter)
            ? $"{parameter} {index + 1}"
            : variant.Name ?? "";

    // Gets the time limit that was asked for, or the default one, which is longer if long slices need it.
    private TimeSpan GetTimeLimit(Variant[] variants, bool hasPilot, TimeSpan warmup)
    {
        var needed = GetPreparation(variants, hasPilot, warmup) + ExperimentPlan.GetDuration(
            ExperimentPlan.LookCount, ExperimentPlan.CountTrials(variants), GetTrial(hasPilot));
        if (_settings.Within?.Time is not { } limit)
        {
            var standard = variants.Length * DefaultTimeOfVariant;
            return needed > standard ? needed : standard;
        }

        if (needed > limit.Value)
        {
            _settings.AddError(
                nameof(_settings.Within),
                $"{limit.Text} is too short for {ExperimentPlan.LookCount} rounds",
                $"--within {Math.Ceiling(needed.TotalSeconds):0}s");
        }

        return limit.Value;
    }

    private int CountRounds(TimeSpan limit, Variant[] variants, bool hasPilot, TimeSpan warmup) =>
        ExperimentPlan.CountRounds(
            limit - GetPreparation(variants, hasPilot, warmup),
            ExperimentPlan.CountTrials(variants),
            GetTrial(hasPilot));

    private TimeSpan GetPreparation(Variant[] variants, bool hasPilot, TimeSpan warmup)
    {
        var settling = _settings.Slice * ExperimentPlan.CountSettlingRounds(warmup, _settings.Slice);
        return variants.Length * (warmup + (hasPilot ? PilotTime : settling)) + scenario.Monitor.Settle;
    }

    private TimeSpan GetTrial(bool hasPilot) =>
        hasPilot ? SlicePilot.Shortest : _settings.Slice + _settings.SliceWarmup;

    private Variant CreateVariant(VariantSettings variant, string name)
    {
        var mix = scenario.Requests.CreateMix(variant.ApplyTo);
        var parts = mix.Kinds.Select(kind => kind.Parts).ToArray();
        return new Variant(name, mix, scenario.Monitor.Read(parts, variant.Url is not null, variant.Monitor))
        {
            Group = _settings.Groups.FirstOrDefault(group => group.Variants.Contains(name))?.Name,
            Summary = variant.Summary,
        };
    }
}
