using Load.Checking;
using Load.Reading;

namespace Load.Settings;

/// <summary>What is said of a whole run, and what is asked of it.</summary>
internal static class RunKeys
{
    public static readonly Key<string> Name = new("name", "Of the run and its files. [default: the scenario file's]", Texts.FileName);

    public static readonly Key<int> Seed = new("seed", "Same seed, same values and same order.", Texts.Whole(0, int.MaxValue))
    {
        Standard = "2014",
    };

    public static readonly Key<Duration> Timeout = new(
        "timeout", "Limit for one request, its body included.", Texts.Time(TimeSpan.FromMilliseconds(1)))
    {
        Standard = "30s",
    };

    public static readonly Key<Duration> Warmup = new("warmup", "Sent before, not counted.", Texts.Time(TimeSpan.Zero))
    {
        Standard = "2s",
    };

    public static readonly Key<Threshold> Pass = new(
        "pass", "Ask for 'p99 < 50ms', 'errors < 0.1%', 'dropped = 0'; repeatable. Exit 2 where one fails.", Threshold.Parse)
    {
        IsMany = true,
    };

    public static readonly Key<Share> MinSent = new("min-sent", "Open loop: INVALID when less of the plan was sent.", Share.Parse)
    {
        Standard = "99%",
    };

    public static readonly Key<Duration> MaxLateness = new(
        "max-lateness", "Open loop: INVALID when the tool's own p99 delay is longer.", Texts.Time(TimeSpan.Zero))
    {
        Standard = "1ms",
    };

    public static readonly IReadOnlyList<Key> OfAny = [Name, Seed, Timeout];

    public static readonly IReadOnlyList<Key> Judged = [MinSent, MaxLateness];
}
