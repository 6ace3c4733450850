namespace Load.Scraping;

/// <summary>
/// How high a tier's pool and memory went, as its <c>/metrics</c> say. A pool without a free thread answers no scrape, so what
/// counts is the highest since the start (<c>thread_pool_threads_peak</c> and the like), where a tier keeps that.
/// </summary>
/// <param name="PoolThreads">In the pool.</param>
/// <param name="PoolQueue">Work items that wait for a thread.</param>
/// <param name="WorkingSetBytes">Of the process.</param>
internal sealed record Levels(double? PoolThreads, double? PoolQueue, double? WorkingSetBytes)
{
    public static Levels From(PrometheusText text) => new(
        text.Sum("thread_pool_threads_peak") ?? text.Sum("dotnet_thread_pool_thread_count"),
        text.Sum("thread_pool_queue_peak") ?? text.Sum("dotnet_thread_pool_queue_length"),
        text.Sum("process_memory_peak_bytes") ?? text.Sum("dotnet_process_memory_working_set_bytes"));
}
