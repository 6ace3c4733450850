using System.Globalization;

namespace Studies.Studies;

/// <summary>
/// What a blocked pool thread costs in memory: a burst that blocks as many as it has, less the same burst that blocks none,
/// since connections and requests take memory too. Sedlaczek, 2014 (D3).
/// </summary>
/// <param name="Threads">More of them.</param>
/// <param name="Resident">Bytes for each.</param>
/// <param name="Anonymous">Bytes for each.</param>
/// <param name="Reserved">Bytes of address space for each.</param>
internal sealed record ThreadMemory(long Threads, double Resident, double Anonymous, double Reserved)
{
    private const int Burst = 400;
    private const string OperationMs = "6000";
    private static readonly TimeSpan UnderWay = TimeSpan.FromSeconds(4);

    /// <returns>Null where there is no /proc.</returns>
    public static async Task<ThreadMemory?> MeasureAsync(Tiers tiers, string folder) =>
        await GrowthAsync(tiers, "sync", folder) is { } blocking && await GrowthAsync(tiers, "async", folder) is { } other
            ? Of(blocking - other)
            : null;

    public override string ToString() => string.Create(CultureInfo.InvariantCulture,
        $"D3  a blocked thread takes {Anonymous / 1e3:0} kB of its own memory ({Resident / 1e3:0} kB resident) and reserves {Reserved / 1e6:0.0} MB, over {Threads} threads");

    private static ThreadMemory Of(ProcessStatus growth) => new(
        growth.Threads,
        (double)growth.Resident / growth.Threads,
        (double)growth.Anonymous / growth.Threads,
        (double)growth.Reserved / growth.Threads);

    /// <summary>From idle to the middle of the burst.</summary>
    private static async Task<ProcessStatus?> GrowthAsync(Tiers tiers, string kind, string folder)
    {
        var backend = await tiers.StartBackendAsync(["--Data:Customers=1", $"--Runtime:MinThreads={Burst}", $"--Runtime:MaxThreads={Burst}"]);
        var operation = new Uri(backend, $"/api/long-operation/{kind}?ms=");
        await tiers.GetAsync(new($"{operation}0"));
        var idle = ProcessStatus.Of(tiers.ProcessOf(backend));
        var sending = tiers.LoadQuietlyAsync(["run", "-u", $"{operation}{OperationMs}", "--burst", $"{Burst}", "--warmup", "0s",
            "--name", $"threads-{kind}", "--out", Path.Combine(folder, "bursts")]);
        await tiers.WaitAsync(UnderWay);
        var busy = ProcessStatus.Of(tiers.ProcessOf(backend));
        await sending;
        await tiers.StopAsync(backend);
        return idle is null || busy is null ? null : busy - idle;
    }
}
