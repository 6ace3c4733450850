namespace TwoTier.Load.Measuring;

internal record LoadEnvironment(TimeProvider Time, Func<TimeSpan> GetOwnCpuTime)
{
    public static LoadEnvironment Current { get; } =
        new(TimeProvider.System, GetCpuTimeOfThisProcess) { Machine = LinuxMachine.CreateForThisProcess() };

    public LinuxMachine Machine { get; init; } = new LinuxMachine("/nowhere", 0);
    public TimeSpan MetricsTimeLimit { get; init; } = TimeSpan.FromSeconds(2);

    public static TimeSpan GetCpuTimeOfThisProcess() => Environment.CpuUsage.TotalTime;
}
