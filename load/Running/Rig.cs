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

    /// <summary>How high the tiers went, asked for after each burst.</summary>
    public Func<Task<IReadOnlyDictionary<string, Levels?>>> Levels { get; init; } =
        () => Task.FromResult<IReadOnlyDictionary<string, Levels?>>(new Dictionary<string, Levels?>());

    public Connection Connect(Recorder recorder) => new(Sender, Target, recorder, Timeout, Time, Log);
}
