namespace TwoTier.Load.Scenarios;

/// <summary>How load is sent: all of it, or a phase of it.</summary>
internal sealed class LoadSettings
{
    public const int MaxConnections = 10_000;

    /// <summary>The place of the phase in YAML; null for the options of all phases.</summary>
    public SourceSpan? Place { get; init; }

    public string? Name { get; set; }
    public int? Count { get; set; }
    public TimeSpan? Duration { get; set; }
    public int? Connections { get; set; }
    public ArrivalRates? Rate { get; set; }
    public bool? Poisson { get; set; }
    public BurstSizes? Burst { get; set; }
    public TimeSpan? Delay { get; set; }
}

/// <summary>The arrival rates of an open loop: steps, of which there may be one, or the two ends of a ramp.</summary>
internal sealed record ArrivalRates(IReadOnlyList<Rate> Rates, bool IsRamp)
{
    private const int MaxSteps = 1_000;

    public bool IsSteps => !IsRamp && Rates.Count > 1;

    public static ArrivalRates Parse(string text)
    {
        if (text.Split("..") is [var from, var to])
            return new ArrivalRates([Rate.Parse(from), Rate.Parse(to)], IsRamp: true);

        var rates = Rate.ParseList(text);
        return rates.Length <= MaxSteps
            ? new ArrivalRates(rates, IsRamp: false)
            : throw ParseException.Create($"{rates.Length} rates; at most {MaxSteps} are allowed", "100/s..1000/s");
    }

    public override string ToString() => string.Join(IsRamp ? ".." : ", ", Rates);
}

internal sealed record BurstSizes(IReadOnlyList<int> Sizes, bool IsCold)
{
    private const string Cold = "cold:";

    public static BurstSizes Parse(string text)
    {
        var isCold = text.StartsWith(Cold, StringComparison.Ordinal);
        int[] sizes =
        [
            .. (isCold ? text[Cold.Length..] : text).Split(',', StringSplitOptions.TrimEntries)
                .Select(part => int.TryParse(part, out var size) ? size : 0),
        ];
        const int max = LoadSettings.MaxConnections;
        return sizes.All(size => size is > 0 and <= max)
            ? new BurstSizes(sizes, isCold)
            : throw ParseException.CreateForUnexpectedText(text, $"numbers from 1 to {max}", "1,10,20,50");
    }
}
