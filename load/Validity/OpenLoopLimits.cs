namespace Load.Validity;

/// <summary>How far an open loop may fall short of its plan and still be quoted.</summary>
/// <param name="FewestSent">Share of the plan.</param>
/// <param name="MostLateness">99th percentile of the tool's own delay.</param>
internal sealed record OpenLoopLimits(double FewestSent, TimeSpan MostLateness)
{
    public static OpenLoopLimits Standard { get; } = new(0.99, TimeSpan.FromMilliseconds(1));
}
