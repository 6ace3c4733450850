using Load.Metrics;

namespace Load.Engine;

/// <summary>A phase that is over.</summary>
/// <param name="Phase">As it was planned.</param>
/// <param name="Start">Since the start of the run.</param>
/// <param name="Recorded">What the client saw.</param>
internal sealed record StageResult(Stage Phase, TimeSpan Start, Measurement Recorded);
