namespace Studies.Hosting;

/// <summary>Threads and memory of a process, from the Linux kernel. Reading them runs no code in the process.</summary>
internal sealed record ProcessStatus(long Threads, long Anonymous, long Shared, long Reserved)
{
    /// <summary>The resident memory in bytes that is not a mapped file.</summary>
    public long WithoutFiles => Anonymous + Shared;

    /// <returns>The status of the process; null on other systems than Linux, or if the process has exited.</returns>
    public static ProcessStatus? Read(Process process)
    {
        if (!OperatingSystem.IsLinux())
            return null;
        try
        {
            var fields = File.ReadLines($"/proc/{process.Id}/status")
                .Select(line => line.Split(':', 2))
                .ToDictionary(field => field[0], field => field[1]);
            // The kernel still lists a process that has exited until its parent has waited for it, but without memory
            // values.
            return !fields.ContainsKey("VmRSS") ? null : new ProcessStatus(
                Parse(fields["Threads"]), Kilobytes("RssAnon"), Kilobytes("RssShmem"), Kilobytes("VmSize"));

            long Kilobytes(string name) => 1024 * Parse(fields[name]);
        }
        catch (Exception e) when (e is IOException or InvalidOperationException)
        {
            return null;
        }
    }

    public static ProcessStatus operator -(ProcessStatus left, ProcessStatus right) => new(
        left.Threads - right.Threads,
        left.Anonymous - right.Anonymous,
        left.Shared - right.Shared,
        left.Reserved - right.Reserved);

    private static long Parse(string value) => long.Parse(value.Trim().Split(' ')[0], CultureInfo.InvariantCulture);
}
