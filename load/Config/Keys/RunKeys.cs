using Load.Config.Options;
using Load.Units;
using Load.Validity;

namespace Load.Config.Keys;

/// <summary>What is said of a whole run, and what is asked of it.</summary>
internal static class RunKeys
{
    public static readonly OptionKey<string> Name = new("name", "Of the run and its files. [default: the scenario file's]", Parsers.ParseFileName);

    public static readonly OptionKey<int> Seed = new("seed", "Same seed, same values and same order.", Parsers.IntegerParser(0, int.MaxValue))
    {
        Default = "2014",
    };

    public static readonly OptionKey<Duration> Timeout = new(
        "timeout", "Limit for one request, its body included.", Parsers.DurationParser(TimeSpan.FromMilliseconds(1)))
    {
        Default = "30s",
    };

    public static readonly OptionKey<Duration> Warmup = new("warmup", "Sent before, not counted.", Parsers.DurationParser(TimeSpan.Zero))
    {
        Default = "2s",
    };

    public static readonly OptionKey<Threshold> Pass = new(
        "pass", "Ask for 'p99 < 50ms', 'errors < 0.1%', 'dropped = 0'; repeatable. Exit 2 where one fails.", Threshold.Parse)
    {
        IsRepeatable = true,
    };

    public static readonly OptionKey<Share> MinSent = new("min-sent", "Open loop: INVALID when less of the plan was sent.", Share.Parse)
    {
        Default = "99%",
    };

    public static readonly OptionKey<Duration> MaxLateness = new(
        "max-lateness", "Open loop: INVALID when the tool's own p99 delay is longer.", Parsers.DurationParser(TimeSpan.Zero))
    {
        Default = "1ms",
    };

    public static readonly IReadOnlyList<OptionKey> ForAnyCommand = [Name, Seed, Timeout];

    public static readonly IReadOnlyList<OptionKey> OpenLoopLimits = [MinSent, MaxLateness];
}
