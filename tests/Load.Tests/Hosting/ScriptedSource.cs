namespace Load.Tests.Hosting;

/// <summary>A target of which the test says what it has used, and that reports each reading of its metrics.</summary>
internal sealed class ScriptedSource(int listener, Action? onRead = null) : IUsageSource
{
    public IReadOnlyList<int> Listeners { get; } = [listener];

    public double Cpu { get; set; }

    public double Allocated { get; set; }

    public int Changes { get; set; }

    /// <summary>Whether a page of metrics is read, and not the operating system.</summary>
    public bool HasPage { get; init; }

    public string Describe() => "scripted";

    public double? ReadClock() => Cpu;

    public Task<ProcessMetrics?> ReadAsync()
    {
        onRead?.Invoke();
        return Task.FromResult<ProcessMetrics?>(new()
        {
            Program = HasPage ? null : "scripted",
            CpuSeconds = Cpu,
            AllocatedBytes = HasPage ? Allocated : null,
        });
    }
}
