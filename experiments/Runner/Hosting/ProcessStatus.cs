namespace Experiments.Hosting;

/// <summary>The threads of a process, and its resident bytes without mapped files, from the Linux kernel.</summary>
internal sealed record ProcessStatus(long Threads, long WithoutFiles)
{
    /// <returns>The status of the process; null on other systems than Linux, or if the process has exited.</returns>
    public static ProcessStatus? Read(Process process)
    {
        if (!OperatingSystem.IsLinux())
            return null;
        try
        {
            var fields = File.ReadLines($"/proc/{process.Id}/status").Select(line => line.Split(':', 2))
                .ToDictionary(field => field[0], field => field[1]);
            // The kernel lists a process that has exited until its parent has waited for it, without memory values.
            return fields.ContainsKey("VmRSS")
                ? new(Parse("Threads"), 1024 * (Parse("RssAnon") + Parse("RssShmem"))) : null;

            long Parse(string name) => long.Parse(fields[name].Trim().Split(' ')[0], CultureInfo.InvariantCulture);
        }
        catch (Exception e) when (e is IOException or InvalidOperationException)
        {
            return null;
        }
    }
}
