namespace TwoTier.Load.Scenarios;

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
