namespace TwoTier.Load.Cli.Config.Keys;

/// <summary>The options that define how many requests are sent, and when.</summary>
internal static class LoadProfileKeys
{
    private const int MaxConnections = 10_000;
    private const int MaxSteps = 1_000;
    private static readonly TimeSpan MinDuration = TimeSpan.FromMilliseconds(1);

    public static readonly OptionKey<int?> Count = new(
        "count", "Number of requests to send.", text => Parsers.IntegerParser(1, int.MaxValue)(text))
    {
        Alias = "-n",
        ValueName = "n",
    };

    public static readonly OptionKey<Duration> Duration = new(
        "duration", "How long to send requests. [default: 10s without -n]", Parsers.DurationParser(MinDuration))
    {
        Alias = "-N",
        ValueName = "time",
    };

    public static readonly OptionKey<int> Connections = new(
        "connections",
        "Number of connections, each with one request at a time. In a closed loop this is the concurrency.",
        Parsers.IntegerParser(1, MaxConnections))
    {
        Alias = "-c",
        ValueName = "n",
        Default = "10",
    };

    public static readonly OptionKey<Rate> Rate = new(
        "rate",
        "Open loop: arrival rate, such as 1000/s. Requests start on schedule even if earlier ones have not ended, and "
        + "response time counts from the scheduled start (corrected for coordinated omission).",
        Units.Rate.Parse);

    public static readonly OptionKey<RateRange> Ramp = new(
        "ramp", "Open loop: arrival rate that changes linearly, such as 100/s..1000/s.", RateRange.Parse)
    {
        ValueName = "rates",
    };

    public static readonly OptionKey<Rate[]> Steps = new(
        "steps", "Open loop: arrival rates in sequence, such as 500/s,1000/s,2000/s.", ParseSteps)
    {
        ValueName = "rates",
        IsCommaSeparated = true,
    };

    public static readonly OptionKey<Duration> StepDuration = new(
        "step", "Length of each step of --steps.", Parsers.DurationParser(MinDuration))
    {
        ValueName = "time",
        Default = "10s",
    };

    public static readonly OptionKey<bool> PoissonArrivals = new(
        "poisson",
        "Open loop: random (Poisson) arrivals, as from independent users, instead of evenly spaced ones.",
        Parsers.ParseBoolean)
    { IsSwitch = true };

    public static readonly OptionKey<int> MaxBacklog = new(
        "max-backlog",
        "Open loop: queue limit. At most this many requests wait for a connection; others are dropped, and counted.",
        Parsers.IntegerParser(0, int.MaxValue))
    { ValueName = "n", Default = "10000" };

    public static readonly OptionKey<int[]> Burst = new(
        "burst",
        "Bursts: numbers of requests to send at once, such as 1,10,20,50. Each burst waits for the previous responses.",
        ParseSizes)
    {
        ValueName = "sizes",
        IsCommaSeparated = true,
    };

    public static readonly OptionKey<bool> ColdConnections = new(
        "cold",
        "Bursts: open the connections as part of each burst. Otherwise they are open before its release.",
        Parsers.ParseBoolean)
    { IsSwitch = true };

    public static readonly OptionKey<Duration> ThinkTime = new(
        "delay",
        "Closed loop: think time, which is how long each connection waits after a response.",
        Parsers.DurationParser(TimeSpan.Zero))
    {
        Alias = "-y",
        ValueName = "time",
        Default = "0s",
    };

    public static readonly OptionKey<string> Name = new("name", "Name of the phase in tables.", Parsers.ParseText);

    /// <summary>
    /// The options that define a load model. A phase has at most one of them; without any, the phase is a closed loop.
    /// </summary>
    public static readonly IReadOnlyList<OptionKey> LoadModelKeys = [Rate, Ramp, Steps, Burst];

    /// <summary>The load profile options that each phase of a run can have.</summary>
    public static readonly IReadOnlyList<OptionKey> StageKeys =
        [Count, Duration, Connections, Rate, Ramp, Steps, StepDuration, PoissonArrivals, MaxBacklog, Burst,
        ColdConnections, ThinkTime];

    public static readonly ListKey Phases = new(
        "phases",
        "Phases of load in sequence, such as '[{rate: 100/s, duration: 10s}, {burst: 50}]'. Each begins when the last "
        + "response of the previous one has arrived.",
        [Name, .. StageKeys])
    { ValueName = "yaml", InheritsOuterValues = true };

    public static readonly IReadOnlyList<OptionKey> All = [.. StageKeys, Phases];

    private static Units.Rate[] ParseSteps(string text)
    {
        var rates = Units.Rate.ParseList(text);
        return rates.Length <= MaxSteps
            ? rates
            : throw ParseException.Create($"{rates.Length} steps, the most are {MaxSteps}", "--ramp 100/s..1000/s");
    }

    private static int[] ParseSizes(string text)
    {
        var sizes = text.Split(',', StringSplitOptions.TrimEntries)
            .Select(part => int.TryParse(part, out var size) ? size : 0)
            .ToArray();
        return sizes.All(size => size is > 0 and <= MaxConnections)
            ? sizes
            : throw ParseException.CreateForUnexpectedText(text, $"numbers from 1 to {MaxConnections}", "1,10,20,50");
    }
}
