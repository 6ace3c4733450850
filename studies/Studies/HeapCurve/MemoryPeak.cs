namespace Studies.Studies.HeapCurve;

/// <summary>The highest memory of a process, in megabytes, of all readings while something else goes on.</summary>
internal sealed record MemoryPeak(double WithoutFilesMb, double AnonymousMb)
{
    private const double BytesPerMegabyte = 1e6;

    private static readonly TimeSpan Interval = TimeSpan.FromMilliseconds(200);

    /// <summary>Reads the memory of processes five times a second until a task has ended.</summary>
    public static async Task<(T Result, MemoryPeak[] Peaks)> ObserveAsync<T>(
        IReadOnlyList<Process> processes, Task<T> task)
    {
        var peaks = processes.Select(_ => new MemoryPeak(0, 0)).ToArray();
        do
        {
            foreach (var (i, process) in processes.Index())
            {
                var memory = ProcessStatus.Read(process)
                    ?? throw new StudyException("The memory of a front-end cannot be read.");
                peaks[i] = new MemoryPeak(
                    Math.Max(peaks[i].WithoutFilesMb, memory.WithoutFiles / BytesPerMegabyte),
                    Math.Max(peaks[i].AnonymousMb, memory.Anonymous / BytesPerMegabyte));
            }
        }
        while (await Task.WhenAny(task, Task.Delay(Interval)) != task);
        return (await task, peaks);
    }
}
