namespace Load.Tests.Hosting;

/// <summary>A load profile that calls a function of the test in place of sending requests.</summary>
internal sealed record ScriptedProfile(Func<RunContext, Measurement, long, Task> Send) : LoadProfile("closed", 1)
{
    private TimeSpan _duration = TimeSpan.FromSeconds(1);

    public override string Description => "closed loop";

    public override TimeSpan? Duration => _duration;

    public override LoadProfile CreateWarmup(TimeSpan duration) => WithDuration(duration);

    public override LoadProfile WithDuration(TimeSpan duration) => this with { _duration = duration };

    public override Task SendAsync(
        RunContext context, Measurement measurement, long firstIndex, CancellationToken stop) =>
        Send(context, measurement, firstIndex);
}
