using Load.Reading;

namespace Load.Settings;

/// <summary>When to send.</summary>
internal static class WorkloadKeys
{
    public const int MostConnections = 10_000;
    private static readonly TimeSpan Shortest = TimeSpan.FromMilliseconds(1);

    public static readonly Key<int?> Count = new("count", "Send this many requests.", text => Texts.Whole(1, int.MaxValue)(text))
    {
        Alias = "-n",
    };

    public static readonly Key<Duration> Duration = new(
        "duration", "Send for this long. [default: 10s, without -n]", Texts.Time(Shortest)) { Alias = "-N" };

    public static readonly Key<int> Connections = new(
        "connections", "Requests under way at any time, a connection each.", Texts.Whole(1, MostConnections))
    {
        Alias = "-c",
        Standard = "10",
    };

    public static readonly Key<Rate> Rate = new(
        "rate", "Open loop: start so many, whatever became of those before: 1000/s.", Reading.Rate.Parse);

    public static readonly Key<RateRange> Ramp = new(
        "ramp", "Open loop, at an evenly changing rate: 100/s..1000/s.", RateRange.Parse);

    public static readonly Key<Rate[]> Steps = new(
        "steps", "Open loop, at one rate after the other: 500/s,1000/s,2000/s.", Reading.Rate.ParseMany)
    {
        HasCommas = true,
    };

    public static readonly Key<Duration> Step = new("step", "Length of each of the steps.", Texts.Time(Shortest))
    {
        Standard = "10s",
    };

    public static readonly Key<bool> Poisson = new(
        "poisson", "Open loop: random spacing, as independent users have; else even.", Texts.Switch) { IsSwitch = true };

    public static readonly Key<int> MaxBacklog = new(
        "max-backlog",
        "Open loop: so many may wait for a connection, others are dropped.",
        Texts.Whole(0, int.MaxValue)) { Standard = "10000" };

    public static readonly Key<int[]> Burst = new(
        "burst", "Release so many at once, wait for all, then the next: 1,10,20,50.", Sizes)
    {
        HasCommas = true,
    };

    public static readonly Key<Duration> Delay = new(
        "delay", "Closed loop: what a connection waits after each of its calls.", Texts.Time(TimeSpan.Zero))
    {
        Standard = "0s",
        Alias = "-y",
    };

    public static readonly Key<string> Name = new("name", "Of the phase, in tables.", Texts.Any);

    /// <summary>Of which a stretch of load has one at most; a closed loop has none.</summary>
    public static readonly IReadOnlyList<Key> Models = [Rate, Ramp, Steps, Burst];

    public static readonly IReadOnlyList<Key> OfOne =
        [Count, Duration, Connections, Rate, Ramp, Steps, Step, Poisson, MaxBacklog, Burst, Delay];

    public static readonly PartsKey Phases = new(
        "phases",
        "Several in sequence, as '[{rate: 100/s, duration: 10s}, {burst: 50}]'; each begins when the last reply is in.",
        [Name, .. OfOne]) { Inherits = true };

    public static readonly IReadOnlyList<Key> All = [.. OfOne, Phases];

    private static int[] Sizes(string text)
    {
        var sizes = text.Split(',', StringSplitOptions.TrimEntries)
            .Select(part => int.TryParse(part, out var size) ? size : 0)
            .ToArray();
        return sizes.All(size => size is > 0 and <= MostConnections)
            ? sizes
            : throw WrongException.Expecting(text, $"numbers from 1 to {MostConnections}", "1,10,20,50");
    }
}
