namespace Studies.Studies.Incidents;

/// <summary>The memory, the open files and the threads of a process at one time of the soak.</summary>
internal sealed record SoakSample(TimeSpan Time, double MemoryMb, double? HeapMb, double OpenFiles, double Threads)
{
    public const string HeapMetric = "dotnet_gc_last_collection_heap_size_bytes";

    public static IReadOnlyList<string> Names { get; } = ["anonymous MB", "open files", "threads"];

    public static SoakSample? Read(TimeSpan time, Process process, double? heapMb) =>
        ProcessStatus.Read(process) is { } status && ProcessStatus.CountOpenFiles(process) is { } files
            ? new(time, status.Anonymous / 1e6, heapMb, files, status.Threads)
            : null;

    public double Get(string name) =>
        name == Names[0] ? MemoryMb : name == Names[1] ? OpenFiles : Threads;
}

/// <summary>The memory of a service in one minute of the soak.</summary>
internal sealed record SoakMinute(string Service, int Minute, double AnonymousMb, double? HeapMb)
{
    public static IEnumerable<SoakMinute> Create(string service, IEnumerable<SoakSample> samples) => samples
        .GroupBy(sample => (int)sample.Time.TotalMinutes)
        .Select(minute => new SoakMinute(
            service, minute.Key, TableNumbers.Median(minute.Select(sample => sample.MemoryMb)),
            minute.First().HeapMb));
}

internal sealed record SoakRow(string Service, string Value, double Early, double Late, double GrowthPercent);
