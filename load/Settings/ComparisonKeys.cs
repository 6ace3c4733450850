using Load.Comparing;
using Load.Reading;

namespace Load.Settings;

/// <summary>What a comparison compares, and how.</summary>
internal static class ComparisonKeys
{
    public static readonly Key<Vary> Vary = new(
        "vary",
        "What differs: parameter=value,value@http://host:port,… or name@http://host:port,…",
        Comparing.Vary.Parse) { HasCommas = true };

    public static readonly PartsKey Variants = new(
        "variants",
        "What differs, with names, as '[{name: old, url: http://a:1}, {name: new, query: x=1&y=2}]'.",
        VariantKeys.All);

    public static readonly PartsKey Groups = new(
        "groups",
        "Variants that belong together, as '[{name: old, words: what there was, variants: [a, b]}]'.",
        GroupKeys.All);

    public static readonly Key<string> Baseline = new(
        "baseline", "What the others are compared with. [default: the first]", Texts.Any);

    public static readonly Key<int> Rounds = new(
        "rounds", "Passes over all variants; 7 or more to rely on.", Texts.Whole(2, 1000)) { Standard = "7" };

    public static readonly Key<Duration> Slice = new(
        "slice", "Length of one variant's turn in a round.", Texts.Time(TimeSpan.FromMilliseconds(10))) { Standard = "1s" };

    public static readonly Key<Duration> Warmup = new(
        "warmup",
        "Each variant first, not counted; up to 5 times as long while its front-end compiles less and less.",
        Texts.Time(TimeSpan.Zero)) { Standard = "3s" };

    public static readonly Key<Duration> SliceWarmup = new(
        "slice-warmup", "Before each slice, not counted.", Texts.Time(TimeSpan.Zero)) { Standard = "500ms" };

    public static readonly IReadOnlyList<Key> All =
        [Vary, Variants, Groups, Baseline, Rounds, Slice, Warmup, SliceWarmup];
}
