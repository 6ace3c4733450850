namespace Load.Validity;

/// <summary>How far an open loop may fall short of its plan and still be quoted.</summary>
/// <param name="MinSentShare">Share of the plan.</param>
/// <param name="MaxScheduleDelay">99th percentile of the tool's own delay.</param>
internal sealed record OpenLoopLimits(double MinSentShare, TimeSpan MaxScheduleDelay)
{
    public static OpenLoopLimits Default { get; } = new(0.99, TimeSpan.FromMilliseconds(1));
}
