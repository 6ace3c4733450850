using System.Globalization;

namespace TwoTier.Load.Cli.Config.Keys;

/// <summary>The options that define the variants of a comparison and how the variants are measured.</summary>
internal static class ComparisonKeys
{
    public static readonly OptionKey<VariationSet> Variations = new(
        "vary",
        "What differs between the variants: the value of a query parameter, as in parameter=a,b@http://host:port, or "
        + "the host, as in name@http://host:port,name@http://host:port.",
        VariationSet.Parse)
    { ValueName = "variants", IsCommaSeparated = true };

    public static readonly ListKey Variants = new(
        "variants",
        "Variants with names, such as '[{name: old, url: http://a:1}, {name: new, query: x=1&y=2}]'.",
        VariantKeys.All)
    { ValueName = "yaml" };

    public static readonly ListKey Groups = new(
        "groups",
        "Groups of variants, such as '[{name: old, words: the previous version, variants: [a, b]}]'.",
        GroupKeys.All)
    { ValueName = "yaml" };

    public static readonly OptionKey<string> Baseline = new(
        "baseline", "Variant that the others are compared with. [default: the first]", Parsers.ParseText)
    {
        ValueName = "name",
    };

    public static readonly OptionKey<int> Rounds = new(
        "rounds",
        "Number of rounds, each of which measures every variant in random order; use 7 or more.",
        Parsers.IntegerParser(2, 1000))
    { ValueName = "n", Default = "7" };

    public static readonly OptionKey<Duration> TimeLimit = new(
        "within",
        "Time limit, which replaces the number of rounds. The comparison ends earlier if every verdict is known at one "
        + "of five planned looks; the confidence holds for all looks together.",
        Parsers.DurationParser(TimeSpan.FromSeconds(5)))
    { ValueName = "time" };

    public static readonly OptionKey<double> TargetHalfWidth = new(
        "until",
        "Precision at which the comparison may end, such as 'width < 3%': every interval that decides is at most ±3 % "
        + "wide. Needs --within.",
        ParseHalfWidth)
    { ValueName = "width" };

    public static readonly OptionKey<double> Margin = new(
        "margin",
        "Difference that does not matter: variants whose interval lies within it are the same.",
        ParsePercentage)
    { ValueName = "percent", Default = "2%" };

    public static readonly OptionKey<Duration> TrialDuration = new(
        "slice",
        "How long a variant is measured in each round. With --within, a pilot chooses it unless you do.",
        Parsers.DurationParser(TimeSpan.FromMilliseconds(10)))
    { ValueName = "time", Default = "1s" };

    public static readonly OptionKey<Duration> Warmup = new(
        "warmup",
        "Warm-up of each variant before the first round, not counted. It takes up to 5 times as long if the target's "
        + "JIT compilation still declines.",
        Parsers.DurationParser(TimeSpan.Zero))
    { ValueName = "time", Default = "3s" };

    public static readonly OptionKey<Duration> TrialWarmup = new(
        "slice-warmup",
        "Warm-up before each measurement of a variant, not counted. With --within, the pilot decides whether it is "
        + "needed.",
        Parsers.DurationParser(TimeSpan.Zero))
    { ValueName = "time", Default = "500ms" };

    public static readonly OptionKey<bool> Duet = new(
        "duet",
        "Load both variants at the same moment instead of in turns. Needs two variants with processes of their own; "
        + "measures their shares of one machine.",
        Parsers.ParseBoolean)
    { IsSwitch = true };

    public static readonly IReadOnlyList<OptionKey> All =
    [
        Variations, Variants, Groups, Baseline, Rounds, TimeLimit, TargetHalfWidth, Margin, TrialDuration, Warmup,
        TrialWarmup, Duet,
    ];

    private static double ParseHalfWidth(string text) =>
        text.Split('<', StringSplitOptions.TrimEntries) is ["width", var width]
            ? ParsePercentage(width)
            : throw new FormatException($"\"{text}\" is not valid; expected a width such as 'width < 3%'");

    private static double ParsePercentage(string text) =>
        text.EndsWith('%')
        && double.TryParse(text[..^1], NumberStyles.Float, CultureInfo.InvariantCulture, out var percent)
        && percent is > 0 and <= 50
            ? percent / 100
            : throw new FormatException($"\"{text}\" is not valid; expected a percentage from 0 to 50, such as 2%");
}

/// <summary>The keys of one variant in the scenario file.</summary>
internal static class VariantKeys
{
    public static readonly OptionKey<string> Name = new(
        "name", "Name of the variant in tables and in the result file.", Parsers.ParseText);

    public static readonly OptionKey<string> Query = new(
        "query", "Query parameters that the variant sets, such as cache=memory&page=2.", Parsers.ParseText);

    public static readonly OptionKey<string> Url = new(
        "url",
        "Scheme, host and port of the variant. A path, if there is one, replaces that of the request.",
        UrlText.ParseAbsolute);

    public static readonly OptionKey<string> Summary = new(
        "summary", "Description of the variant in one sentence.", Parsers.ParseText);

    public static readonly IReadOnlyList<OptionKey> All = [Name, Query, Url, Summary, MonitorKeys.MonitoredProcesses];
}

/// <summary>The keys of one group of variants in the scenario file.</summary>
internal static class GroupKeys
{
    public static readonly OptionKey<string> Name = new("name", "Name of the group.", Parsers.ParseText);

    public static readonly OptionKey<string> Description = new(
        "words", "What the variants of the group have in common.", Parsers.ParseText);

    public static readonly OptionKey<string> Variants = new(
        "variants", "Names of the variants in the group.", Parsers.ParseText)
    { IsRepeatable = true };

    public static readonly IReadOnlyList<OptionKey> All = [Name, Description, Variants];
}
