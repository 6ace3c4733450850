namespace Studies.Hosting;

/// <summary>The state of a process, from the Linux kernel. Reading it runs no code in the process.</summary>
/// <param name="Threads">The number of threads.</param>
/// <param name="WithoutFiles">The resident memory in bytes that is not a mapped file.</param>
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
            // The kernel still lists a process that has exited until its parent has waited for it, but without memory
            // values.
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
