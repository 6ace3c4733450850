namespace TwoTier.Load.Cli.Config;

internal sealed record ComparisonSettings : Settings
{
    private const CommandSet Shown = CommandSet.Compare | CommandSet.Steered;

    [Option(
        "Variants, such as strategy=a,b or old@http://a:1,new@http://b:2. They differ in the value of a query "
        + "parameter, in the host, or in both: in strategy=a,b@http://host:port, only b goes to that host. As a list: "
        + "'[{name: old, url: http://a:1}, {name: new, query: x=1&y=2}]'. Two URLs as arguments are two variants.",
        Shown | CommandSet.DryRun,
        ValueName = "variants", IsCommaSeparated = true, Parser = nameof(ParseVariants), IsOften = true)]
    public IReadOnlyList<VariantSettings> Vary { get; init; } = [];

    [Option("Groups of variants, such as '[{name: old, words: the previous version, variants: [a, b]}]'.")]
    public IReadOnlyList<GroupSettings> Groups { get; init; } = [];

    [Option(
        "Variant that the others are compared with. [default: the first]",
        Shown, ValueName = "name", IsOften = true)]
    public string? Baseline { get; init; }

    [Option(
        "Number of shuffled rounds, without a time limit; use 7 or more. Each measures every variant, in random order. "
        + "[default: 7, but a comparison has a time limit unless a slice ends by a number of requests or steps]",
        Shown, ValueName = "n", Min = 2, Max = 1000, IsOften = true)]
    public int? Rounds { get; init; }

    [Option(
        "Time limit [default: 15s for each variant in compare; 3m in ab]. A comparison ends earlier if every verdict is "
        + "known at one of its planned looks (five; in ab after half of the starts); the confidence holds for all "
        + "looks together. '3m, width < 3%' ends compare when every interval that decides is at most ±3 % wide.",
        CommandSet.Compare | CommandSet.Ab, ValueName = "time",
        Parser = nameof(ParseTimeLimit), IsOften = true)]
    public TimeLimit? Within { get; init; }

    [Option(
        "Difference that does not matter: variants whose interval lies within it are the same.",
        CommandSet.Compare | CommandSet.Ab, ValueName = "percent", Default = "2%", Parser = nameof(ParsePercentage))]
    public double Margin { get; init; }

    [Option(
        "How long a variant is measured in each round. Without --rounds, a pilot chooses it unless you do.",
        Shown, ValueName = "time", Default = "1s", Min = 10)]
    public TimeSpan Slice { get; init; }

    [Option(
        "Warm-up before each measurement of a variant, not counted. Without --rounds, the pilot decides whether it is "
        + "needed.",
        Shown, ValueName = "time", Default = "500ms")]
    public TimeSpan SliceWarmup { get; init; }

    private static VariantSettings[] ParseVariants(string text) => VariantSettings.ParseLine(text);

    private static TimeLimit ParseTimeLimit(string text)
    {
        var parts = text.Split(',', 2, StringSplitOptions.TrimEntries);
        var time = Duration.Parse(parts[0], TimeSpan.FromSeconds(1));
        return parts is [_, var condition] ? new TimeLimit(time, ParseHalfWidth(condition)) : new TimeLimit(time);
    }

    private static double ParseHalfWidth(string text) =>
        text.Split('<', StringSplitOptions.TrimEntries) is ["width", var width]
            ? ParsePercentage(width)
            : throw ParseException.CreateForUnexpectedText(text, "a width", "3m, width < 3%");

    private static double ParsePercentage(string text) =>
        text.EndsWith('%')
        && double.TryParse(text[..^1], NumberStyles.Float, CultureInfo.InvariantCulture, out var percent)
        && percent is > 0 and <= 50
            ? percent / 100
            : throw ParseException.CreateForUnexpectedText(text, "a percentage from 0 to 50", "2%");
}

/// <summary>A time limit, and the half-width of the intervals at which a comparison may end before it.</summary>
internal sealed record TimeLimit(Duration Time, double? HalfWidth = null);

internal sealed record GroupSettings : Settings
{
    [Option("Name of the group.")]
    public string? Name { get; init; }

    [Option("What the variants of the group have in common.")]
    public string? Words { get; init; }

    [Option("Names of the variants in the group.")]
    public IReadOnlyList<string> Variants { get; init; } = [];
}
