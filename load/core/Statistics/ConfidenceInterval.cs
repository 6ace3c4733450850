namespace TwoTier.Load.Statistics;

/// <summary>A confidence interval.</summary>
public readonly record struct ConfidenceInterval(double Lo, double Hi);
