using Load.Checking;
using Load.Recording;
using Load.Reporting.Model;
using Load.Scraping;

namespace Load.Running;

/// <summary>A run that is over.</summary>
/// <param name="Recorded">What the client saw.</param>
/// <param name="Phases">Its parts, in their order.</param>
/// <param name="Started">Without the warm-up.</param>
/// <param name="Ended">With the last reply.</param>
/// <param name="Usage">What the target used.</param>
/// <param name="OwnCores">CPU of the load tool itself.</param>
/// <param name="Checks">Whether to believe it.</param>
/// <param name="Thresholds">Whether it is what was asked for.</param>
/// <param name="IsCutShort">Somebody stopped it.</param>
/// <param name="Watch">Of the tiers while it ran; null of one that has no parts to tell apart.</param>
internal sealed record Ran(
    Recorder Recorded,
    IReadOnlyList<PhaseRan> Phases,
    DateTimeOffset Started,
    DateTimeOffset Ended,
    Usage Usage,
    double OwnCores,
    IReadOnlyList<Check> Checks,
    IReadOnlyList<ThresholdResult> Thresholds,
    bool IsCutShort,
    Watch? Watch = null)
{
    /// <summary>What the tiers said some time after the load; null where nobody waited.</summary>
    public IReadOnlyDictionary<string, TierReading?>? Settled { get; init; }

    public string State => Checks.Any(check => check.State == CheckState.Fail) ? Validity.Invalid
        : IsCutShort ? Validity.CutShort
        : Validity.Valid;
}
