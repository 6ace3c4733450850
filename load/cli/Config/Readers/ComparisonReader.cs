using TwoTier.Load.Judging;

namespace TwoTier.Load.Cli.Config.Readers;

internal sealed class ComparisonReader(Scenario scenario)
{
    private const int DefaultRounds = 7;
    private static readonly TimeSpan DefaultTimeOfVariant = TimeSpan.FromSeconds(15);
    private static readonly TimeSpan Warmup = TimeSpan.FromSeconds(3);
    private static readonly TimeSpan WarmupWithPilot = TimeSpan.FromSeconds(1);

    /// <exception cref="ParseException">The scenario is no comparison.</exception>
    public ExperimentPlan ReadPlan(bool hasTimeLimit = true)
    {
        if (scenario.Limits.Run.ExpectedErrors.Count > 0)
            throw scenario.CreateError(
                "limit", "a comparison cannot be meant to show errors; only load run can", "errors=0.1%");
        var stages = new LoadProfileReader(scenario).ReadStages();
        if (scenario.Sent.BaseUrls is { Count: > 1 } hosts)
        {
            throw scenario.CreateError(
                "url",
                $"a comparison needs exactly one host, but {hosts.Count} are given: {string.Join(", ", hosts)}",
                "--vary strategy=a,b@http://host:port for a variant on another host");
        }

        if (stages.Count > 1)
        {
            throw scenario.CreateError(
                "phases", $"a comparison needs exactly one phase, but {stages.Count} are given", "load run");
        }

        var variants = ReadVariants();
        var profile = stages[0].Profile;
        // Bursts, steps and counts of requests have a length of their own.
        var canBeShorter =
            profile.WithDuration(SlicePilot.Shortest).Duration < profile.WithDuration(SlicePilot.Longest).Duration;
        hasTimeLimit = scenario.Within is not null || (hasTimeLimit && canBeShorter && scenario.Rounds is null);
        // A pilot chooses the length of a trial unless the user does.
        var hasPilot =
            hasTimeLimit && canBeShorter && !scenario.IsGiven("slice") && !scenario.IsGiven("slice-warmup");
        var isSafe = variants.All(variant => variant.Requests.IsSafe);
        var warmup = scenario.Warmup ?? (!isSafe ? TimeSpan.Zero : hasPilot ? WarmupWithPilot : Warmup);
        var plan = new ExperimentPlan(
            variants,
            scenario.Baseline ?? variants[0].Name,
            profile,
            scenario.Rounds ?? DefaultRounds,
            hasPilot ? SlicePilot.Shortest : scenario.Slice,
            warmup,
            hasPilot ? TimeSpan.Zero : scenario.SliceWarmup,
            scenario.Seed)
        {
            Rule = new VerdictRule(Margin: scenario.Margin),
            HasPilot = hasPilot,
            Limits = scenario.Limits.Run,
            CoolDown = scenario.CoolDown,
            Thresholds = scenario.Thresholds,
            RatioThresholds = scenario.RatioThresholds,
            Groups = scenario.Groups.DistinctBy(group => group.Name)
                .ToDictionary(group => group.Name ?? "", group => group.Words ?? ""),
        };
        return hasTimeLimit ? plan.Within(GetTimeLimit(plan), scenario.Within?.HalfWidth) : plan;
    }

    public Variant[] ReadVariants()
    {
        var variants = scenario.Variants;
        if (variants.Count == 0)
            throw scenario.CreateError("vary", "there are no variants to compare", "two URLs, or --vary strategy=a,b,c");
        if (variants is [{ IsOfOneLine: false } only])
            throw ParseException.Create("a comparison needs two or more variants, but one is given").At(only.Place);
        if (variants.Find(variant => variant.Name is null) is { } unnamed)
            throw ParseException.Create("a variant has no name", "name: old").At(unnamed.Place);
        if (variants.Any(one => one.Url is { } url && UrlText.SplitUserInfo(url).UserInfo is not null))
            throw scenario.CreateError("vary", "the URL of a variant contains user:password@", "-H 'Authorization: …'");
        string[] names = [.. variants.Select(variant => variant.Name!)];
        if (names.GroupBy(name => name).FirstOrDefault(same => same.Count() > 1) is { } twice)
            throw scenario.CreateError("vary", $"two variants are named {twice.Key}", "a different name for each");
        return scenario.Baseline is { } baseline && !names.Contains(baseline)
            ? throw scenario.CreateError(
                "baseline", $"unknown variant {baseline}; expected one of {string.Join(", ", names)}")
            : [.. variants.Zip(names, CreateVariant)];
    }

    // Gets the time limit that was asked for, or the default one, which is longer if long slices need it.
    private TimeSpan GetTimeLimit(ExperimentPlan plan)
    {
        var (needed, standard) = (plan.ShortestTimeLimit, plan.Variants.Count * DefaultTimeOfVariant);
        if (scenario.Within?.Time is not { } limit)
            return needed > standard ? needed : standard;
        return needed <= limit.Value ? limit.Value : throw scenario.CreateError(
            "within",
            $"{limit.Text} is too short for {ExperimentPlan.LookCount} rounds",
            $"--within {Math.Ceiling(needed.TotalSeconds):0}s");
    }

    private Variant CreateVariant(VariantSettings variant, string name)
    {
        var mix = scenario.Sent.CreateMix(variant.ApplyTo);
        var parts = mix.Kinds.Select(kind => kind.Parts).ToArray();
        return new Variant(name, mix, scenario.Monitor.Locate(parts, variant.Monitors, variant.Url is not null))
        {
            Group = scenario.Groups.FirstOrDefault(group => group.Variants.Contains(name))?.Name,
            Summary = variant.Summary,
            // What the user compares is written.
            Url = variant.ApplyTo(UrlText.HideValues(scenario.Sent.Kinds[0].Parts.Urls[0].Text)),
        };
    }
}
