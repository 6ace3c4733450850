namespace TwoTier.Load.Measuring;

/// <summary>The clock, the machine and the CPU time of a measurement. Tests replace them.</summary>
internal record LoadEnvironment(TimeProvider Time, Func<TimeSpan> GetOwnCpuTime)
{
    public static LoadEnvironment Current { get; } =
        new(TimeProvider.System, GetCpuTimeOfThisProcess) { Machine = LinuxMachine.CreateForThisProcess() };

    /// <summary>
    /// The machine on which the load tool runs. It tells how busy the machine is with work other than the measurement.
    /// </summary>
    public IMachine Machine { get; init; } = new LinuxMachine("/nowhere", 0);

    public TimeSpan MetricsTimeLimit { get; init; } = TimeSpan.FromSeconds(2);

    /// <summary>The shortest pause of the load tool that is recorded.</summary>
    public TimeSpan MinPause { get; init; } = Heartbeat.DefaultMinPause;

    public static TimeSpan GetCpuTimeOfThisProcess() => Environment.CpuUsage.TotalTime;
}
