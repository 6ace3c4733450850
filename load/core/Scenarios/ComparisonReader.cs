namespace TwoTier.Load.Scenarios;

internal sealed class ComparisonReader(Scenario scenario)
{
    private const int DefaultRounds = 7;
    private static readonly TimeSpan DefaultTimeOfVariant = TimeSpan.FromSeconds(15);
    private static readonly TimeSpan Warmup = TimeSpan.FromSeconds(0.5);

    /// <exception cref="ParseException">The scenario is no comparison.</exception>
    public ExperimentPlan ReadPlan()
    {
        var profile = new LoadProfileReader(scenario).Read();
        if (scenario.CreateMix().BaseUrls is { Count: > 1 } hosts)
        {
            throw scenario.CreateError(
                "url",
                $"a comparison needs exactly one host, but {hosts.Count} are given: {string.Join(", ", hosts)}",
                "--vary strategy=a,b@http://host:port for a variant on another host");
        }

        var variants = ReadVariants();
        // Steps have a length of their own.
        var hasLength = profile.WithDuration(TurnLengths.Shortest).Duration != TurnLengths.Shortest;
        var isLimited = scenario.Within is not null || (!hasLength && scenario.Rounds is null);
        var isSafe = variants.All(variant => variant.Requests.IsSafe);
        return new ExperimentPlan(
            variants,
            scenario.Baseline ?? variants[0].Name,
            profile,
            scenario.Warmup ?? (isSafe ? Warmup : TimeSpan.Zero),
            scenario.Seed)
        {
            Rounds = isLimited ? null : scenario.Rounds ?? DefaultRounds,
            TimeLimit = isLimited ? scenario.Within ?? variants.Length * DefaultTimeOfVariant : null,
            Turn = scenario.Turn,
            Lead = scenario.Lead,
            Rule = new VerdictRule(Margin: scenario.Margin),
            Limits = scenario.Limits,
            CoolDown = scenario.CoolDown,
            Thresholds = scenario.Thresholds,
            RatioThresholds = scenario.RatioThresholds,
        };
    }

    /// <summary>Gets the variant of a query such as strategy=refit&amp;http=2; null if the text is none.</summary>
    public Variant? Find(string text)
    {
        if (!text.Contains('=', StringComparison.Ordinal))
            return null;
        var like = scenario.Variants.Find(one => $"{text}&".StartsWith($"{one.Query}&", StringComparison.Ordinal));
        var varied = $"{scenario.Variants[0].Query?.Split('=')[0]}=";
        var name = text.StartsWith(varied, StringComparison.Ordinal) ? text[varied.Length..] : text;
        return CreateVariant(new() { Query = text, Url = like?.Url }, name);
    }

    public Variant[] ReadVariants()
    {
        var variants = scenario.Variants;
        if (variants.Count == 0)
            throw scenario.CreateError("vary", "there are no variants to compare", "two URLs, or --vary strategy=a,b,c");
        if (variants is [var only])
            throw ParseException.Create("a comparison needs two or more variants, but one is given").At(only.Place);
        if (variants.Find(variant => variant.Name is null) is { } unnamed)
            throw ParseException.Create("a variant has no name", "name: old").At(unnamed.Place);
        string[] names = [.. variants.Select(variant => variant.Name!)];
        if (names.GroupBy(name => name).FirstOrDefault(same => same.Count() > 1) is { } twice)
            throw scenario.CreateError("vary", $"two variants are named {twice.Key}", "a different name for each");
        // A request is compared with itself on purpose in one line, or with a URL twice.
        Variant[] read = [.. variants.Zip(names, CreateVariant)];
        var same = read.Where((_, i) => variants[i] is { Place: not null, Url: null })
            .GroupBy(one => string.Join(' ', one.Requests.Kinds.SelectMany(kind => kind.Parts.Urls)))
            .FirstOrDefault(same => same.Count() > 1)?.Select(one => one.Name);
        if (same is not null)
            throw scenario.CreateError("vary", $"{string.Join(" and ", same)} send equal requests", "x=a,a on purpose");
        return scenario.Baseline is { } baseline && !names.Contains(baseline)
            ? throw scenario.CreateError(
                "baseline", $"unknown variant {baseline}; expected one of {string.Join(", ", names)}")
            : read;
    }

    private Variant CreateVariant(VariantSettings variant, string name)
    {
        var mix = scenario.CreateMix(variant.ApplyTo);
        var processes = scenario.Monitor.Locate(mix.BaseUrls, variant.Monitors, variant.Url is not null);
        return new Variant(name, mix, processes)
        {
            Summary = variant.Summary,
            // What the user compares is written.
            Url = variant.ApplyTo(UrlText.HideValues(scenario.Kinds[0].Parts.Urls[0].Text)),
        };
    }
}
