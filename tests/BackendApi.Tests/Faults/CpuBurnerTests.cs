using BackendApi.Faults;

namespace BackendApi.Tests.Faults;

public sealed class CpuBurnerTests
{
    private const int Milliseconds = 20;
    private const int Threads = 32;

    /// <summary>Threads that share the cores each need their time. A clock would run for all of them at once.</summary>
    [Fact]
    public async Task MoreThreadsThanCores_Burn_EachTakesItsCpuTime()
    {
        var burner = new CpuBurner();
        using var process = Process.GetCurrentProcess();
        var before = process.TotalProcessorTime;

        await Task.WhenAll(Enumerable.Range(0, Threads).Select(_ => Task.Factory.StartNew(
            () => burner.Burn(Milliseconds), TestContext.Current.CancellationToken, TaskCreationOptions.LongRunning,
            TaskScheduler.Default)));

        process.Refresh();
        (process.TotalProcessorTime - before).TotalMilliseconds.ShouldBeGreaterThan(0.6 * Threads * Milliseconds);
    }
}
