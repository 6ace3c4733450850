using System.Diagnostics;
using System.Globalization;

namespace Studies.Hosting;

/// <summary>What the kernel says of a process that may be unable to answer itself (Linux). Bytes; threads of any kind.</summary>
/// <param name="Threads">Of the pool and others.</param>
/// <param name="Resident">In memory, files that it maps included.</param>
/// <param name="Anonymous">In memory and the process's own.</param>
/// <param name="Reserved">Address space.</param>
internal sealed record ProcessStatus(long Threads, long Resident, long Anonymous, long Reserved)
{
    /// <returns>Null where there is no /proc.</returns>
    public static ProcessStatus? Of(Process process)
    {
        var path = $"/proc/{process.Id}/status";
        if (!File.Exists(path))
            return null;
        var fields = File.ReadLines(path).Select(line => line.Split(':', 2)).ToDictionary(field => field[0], field => field[1]);
        return new(Number("Threads"), 1024 * Number("VmRSS"), 1024 * Number("RssAnon"), 1024 * Number("VmSize"));

        long Number(string field) => long.Parse(fields[field].Trim().Split(' ')[0], CultureInfo.InvariantCulture);
    }

    public static ProcessStatus operator -(ProcessStatus one, ProcessStatus other) => new(
        one.Threads - other.Threads, one.Resident - other.Resident, one.Anonymous - other.Anonymous, one.Reserved - other.Reserved);
}
