using Load.Recording;
using Load.Scraping;
using Load.Sending;
using Load.Targeting;

namespace Load.Running;

/// <summary>What every workload needs to send its requests.</summary>
internal sealed record Rig(Sender Sender, Target Target, TimeSpan Timeout, TimeProvider Time)
{
    /// <summary>Of the measured requests.</summary>
    public RequestLog? Log { get; init; }

    /// <summary>Of the tiers; null where nobody looks.</summary>
    public Watch? Watch { get; init; }

    public Connection Connect(Recorder recorder) => new(Sender, Target, recorder, Timeout, Time, Log);
}
