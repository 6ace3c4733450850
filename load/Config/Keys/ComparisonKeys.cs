using Load.Config.Options;
using Load.Experiment;
using Load.Units;

namespace Load.Config.Keys;

/// <summary>What a comparison compares, and how.</summary>
internal static class ComparisonKeys
{
    public static readonly OptionKey<VariationSet> Vary = new(
        "vary",
        "What differs: parameter=value,value@http://host:port,… or name@http://host:port,…",
        Experiment.VariationSet.Parse) { HasCommas = true };

    public static readonly ListKey Variants = new(
        "variants",
        "What differs, with names, as '[{name: old, url: http://a:1}, {name: new, query: x=1&y=2}]'.",
        VariantKeys.All);

    public static readonly ListKey Groups = new(
        "groups",
        "Variants that belong together, as '[{name: old, words: what there was, variants: [a, b]}]'.",
        GroupKeys.All);

    public static readonly OptionKey<string> Baseline = new(
        "baseline", "What the others are compared with. [default: the first]", Parsers.Any);

    public static readonly OptionKey<int> Rounds = new(
        "rounds", "Passes over all variants; 7 or more to rely on.", Parsers.Whole(2, 1000)) { Standard = "7" };

    public static readonly OptionKey<Duration> Slice = new(
        "slice", "Length of one variant's turn in a round.", Parsers.Time(TimeSpan.FromMilliseconds(10))) { Standard = "1s" };

    public static readonly OptionKey<Duration> Warmup = new(
        "warmup",
        "Each variant first, not counted; up to 5 times as long while its target compiles less and less.",
        Parsers.Time(TimeSpan.Zero)) { Standard = "3s" };

    public static readonly OptionKey<Duration> SliceWarmup = new(
        "slice-warmup", "Before each slice, not counted.", Parsers.Time(TimeSpan.Zero)) { Standard = "500ms" };

    public static readonly IReadOnlyList<OptionKey> All =
        [Vary, Variants, Groups, Baseline, Rounds, Slice, Warmup, SliceWarmup];
}
