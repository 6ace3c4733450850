using TwoTier.Load.Target;

namespace Experiments.Hosting;

/// <summary>The resident bytes of a process without mapped files, from the Linux kernel.</summary>
internal sealed record ProcessStatus(long WithoutFiles)
{
    /// <returns>The status of the process; null on other systems than Linux, or if the process has exited.</returns>
    public static ProcessStatus? Read(Process process)
    {
        // The kernel lists a process that has exited until its parent has waited for it, without memory values.
        long[] sizes =
        [
            .. from line in ProcessReading.ReadFile("/proc", process.Id, "status")?.Split('\n') ?? []
               where line.StartsWith("RssAnon:", StringComparison.Ordinal)
                   || line.StartsWith("RssShmem:", StringComparison.Ordinal)
               select 1024 * long.Parse(line[9..^3], CultureInfo.InvariantCulture),
        ];
        return sizes is [] ? null : new(sizes.Sum());
    }
}
