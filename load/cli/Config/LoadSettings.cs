namespace TwoTier.Load.Cli.Config;

internal abstract record LoadProfileSettings : Settings
{
    private const int MaxConnections = 10_000;
    private const int MaxSteps = 1_000;
    private const string Cold = "cold:";

    [Option(
        "Number of requests to send.", CommandSet.Run, Aliases = ["-n"], ValueName = "n", Min = 1, IsOften = true)]
    public int? Count { get; init; }

    [Option(
        "How long to send requests (at each rate, if several). [default: 10s without -n]",
        CommandSet.Run, Aliases = ["-N"], ValueName = "time", Min = 1, IsOften = true)]
    public TimeSpan? Duration { get; init; }

    [Option(
        "Number of connections, each with one request at a time. In a closed loop this is the concurrency. "
        + "[default: 10]",
        CommandSet.Measuring | CommandSet.Steered | CommandSet.Ab,
        Aliases = ["-c"], ValueName = "n", Min = 1, Max = MaxConnections, IsOften = true)]
    public int? Connections { get; init; }

    [Option(
        "Open loop: arrival rate, such as 1000/s. Requests start on schedule even if earlier ones have not ended, and "
        + "response time counts from the scheduled start (corrected for coordinated omission). 100/s..1000/s changes "
        + "linearly, and 500/s,1000/s,2000/s are steps of --duration each.",
        CommandSet.Run | CommandSet.Compare | CommandSet.Ab,
        IsCommaSeparated = true, Parser = nameof(ParseRates), IsOften = true)]
    public ArrivalRates? Rate { get; init; }

    [Option(
        "Open loop: random (Poisson) arrivals, as from independent users, instead of evenly spaced ones.",
        CommandSet.Measuring)]
    public bool Poisson { get; init; }

    [Option(
        "Bursts: numbers of requests to send at once, such as 1,10,20,50. Each burst waits for the responses of the "
        + "previous one. cold:1,10,20,50 opens the connections as part of each burst, not before its release.",
        CommandSet.Run, ValueName = "sizes", IsCommaSeparated = true, Parser = nameof(ParseBursts))]
    public BurstSizes? Burst { get; init; }

    [Option(
        "Closed loop: think time, which is how long each connection waits after a response.",
        CommandSet.Run | CommandSet.Compare | CommandSet.Steered, Aliases = ["-y"], ValueName = "time", Default = "0s")]
    public TimeSpan Delay { get; init; }

    private static ArrivalRates ParseRates(string text)
    {
        if (text.Split("..") is [var from, var to])
            return new ArrivalRates([Units.Rate.Parse(from), Units.Rate.Parse(to)], IsRamp: true);

        var rates = Units.Rate.ParseList(text);
        return rates.Length <= MaxSteps
            ? new ArrivalRates(rates, IsRamp: false)
            : throw ParseException.Create($"{rates.Length} steps; at most {MaxSteps} are allowed", "100/s..1000/s");
    }

    private static BurstSizes ParseBursts(string text)
    {
        var isCold = text.StartsWith(Cold, StringComparison.Ordinal);
        var sizes = (isCold ? text[Cold.Length..] : text).Split(',', StringSplitOptions.TrimEntries)
            .Select(part => int.TryParse(part, out var size) ? size : 0)
            .ToArray();
        return sizes.All(size => size is > 0 and <= MaxConnections)
            ? new BurstSizes(sizes, isCold)
            : throw ParseException.CreateForUnexpectedText(text, $"numbers from 1 to {MaxConnections}", "1,10,20,50");
    }
}

internal sealed record LoadSettings : LoadProfileSettings
{
    [Option(
        "Length of the warm-up, which is not counted. Before the first round of a comparison, it takes up to 5 "
        + "times as long if the target's JIT compilation still declines. [default: 2s; in a comparison 1s, or 3s with "
        + "--rounds or --slice]",
        CommandSet.Measuring | CommandSet.Steered, ValueName = "time", IsOften = true)]
    public TimeSpan? Warmup { get; init; }

    [Option(
        "Phases of load in sequence, such as '[{rate: 100/s, duration: 10s}, {burst: 50}]'. Each begins when the last "
        + "response of the previous one has arrived.",
        CommandSet.Run, ValueName = "yaml")]
    public IReadOnlyList<PhaseSettings> Phases { get; init; } = [];
}

internal sealed record PhaseSettings : LoadProfileSettings
{
    [Option("Name of the phase in tables.")]
    public string? Name { get; init; }
}

/// <summary>The arrival rates of an open loop: steps, of which there may be one, or the two ends of a ramp.</summary>
internal sealed record ArrivalRates(IReadOnlyList<Rate> Rates, bool IsRamp)
{
    public bool IsSteps => !IsRamp && Rates.Count > 1;

    public override string ToString() => string.Join(IsRamp ? ".." : ", ", Rates);
}

internal sealed record BurstSizes(IReadOnlyList<int> Sizes, bool IsCold);
