using Load.Config.Options;
using Load.Diagnostics;
using Load.Units;

namespace Load.Config.Keys;

/// <summary>When to send.</summary>
internal static class LoadProfileKeys
{
    public const int MostConnections = 10_000;
    private static readonly TimeSpan Shortest = TimeSpan.FromMilliseconds(1);

    public static readonly OptionKey<int?> Count = new("count", "Send this many requests.", text => Parsers.Whole(1, int.MaxValue)(text))
    {
        Alias = "-n",
    };

    public static readonly OptionKey<Duration> Duration = new(
        "duration", "Send for this long. [default: 10s, without -n]", Parsers.Time(Shortest)) { Alias = "-N" };

    public static readonly OptionKey<int> Connections = new(
        "connections", "Requests under way at any time, a connection each.", Parsers.Whole(1, MostConnections))
    {
        Alias = "-c",
        Standard = "10",
    };

    public static readonly OptionKey<Rate> Rate = new(
        "rate", "Open loop: start so many, whatever became of those before: 1000/s.", Units.Rate.Parse);

    public static readonly OptionKey<RateRange> Ramp = new(
        "ramp", "Open loop, at an evenly changing rate: 100/s..1000/s.", RateRange.Parse);

    public static readonly OptionKey<Rate[]> Steps = new(
        "steps", "Open loop, at one rate after the other: 500/s,1000/s,2000/s.", Units.Rate.ParseList)
    {
        HasCommas = true,
    };

    public static readonly OptionKey<Duration> Step = new("step", "Length of each of the steps.", Parsers.Time(Shortest))
    {
        Standard = "10s",
    };

    public static readonly OptionKey<bool> Poisson = new(
        "poisson", "Open loop: random spacing, as independent users have; else even.", Parsers.Switch) { IsSwitch = true };

    public static readonly OptionKey<int> MaxBacklog = new(
        "max-backlog",
        "Open loop: so many may wait for a connection, others are dropped.",
        Parsers.Whole(0, int.MaxValue)) { Standard = "10000" };

    public static readonly OptionKey<int[]> Burst = new(
        "burst", "Release so many at once, wait for all, then the next: 1,10,20,50.", Sizes)
    {
        HasCommas = true,
    };

    public static readonly OptionKey<Duration> Delay = new(
        "delay", "Closed loop: what a connection waits after each of its calls.", Parsers.Time(TimeSpan.Zero))
    {
        Standard = "0s",
        Alias = "-y",
    };

    public static readonly OptionKey<string> Name = new("name", "Of the phase, in tables.", Parsers.Any);

    /// <summary>Of which a stretch of load has one at most; a closed loop has none.</summary>
    public static readonly IReadOnlyList<OptionKey> Models = [Rate, Ramp, Steps, Burst];

    public static readonly IReadOnlyList<OptionKey> OfOne =
        [Count, Duration, Connections, Rate, Ramp, Steps, Step, Poisson, MaxBacklog, Burst, Delay];

    public static readonly ListKey Phases = new(
        "phases",
        "Several in sequence, as '[{rate: 100/s, duration: 10s}, {burst: 50}]'; each begins when the last reply is in.",
        [Name, .. OfOne]) { Inherits = true };

    public static readonly IReadOnlyList<OptionKey> All = [.. OfOne, Phases];

    private static int[] Sizes(string text)
    {
        var sizes = text.Split(',', StringSplitOptions.TrimEntries)
            .Select(part => int.TryParse(part, out var size) ? size : 0)
            .ToArray();
        return sizes.All(size => size is > 0 and <= MostConnections)
            ? sizes
            : throw ParseException.CreateUnexpected(text, $"numbers from 1 to {MostConnections}", "1,10,20,50");
    }
}
