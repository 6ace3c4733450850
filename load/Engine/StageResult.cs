using Load.Metrics;

namespace Load.Engine;

/// <summary>A phase that is over.</summary>
/// <param name="Stage">As it was planned.</param>
/// <param name="Start">Since the start of the run.</param>
/// <param name="Measurement">What the client saw.</param>
internal sealed record StageResult(Stage Stage, TimeSpan Start, Measurement Measurement);
