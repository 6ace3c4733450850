using Load.Target;

namespace Load.Tests;

public sealed class ProcessMetricsTests
{
    [Fact]
    public void Sum_SeveralSeries_IsTotalOfAllSeries()
    {
        var text = PrometheusSamples.Parse(
            """
            # HELP dotnet_process_cpu_time_seconds_total CPU time.
            # TYPE dotnet_process_cpu_time_seconds_total counter
            dotnet_process_cpu_time_seconds_total{cpu_mode="user"} 1.5
            dotnet_process_cpu_time_seconds_total{cpu_mode="system"} 0.25 1395066363000
            plain 3e2
            """);

        text.Sum("dotnet_process_cpu_time_seconds_total").ShouldBe(1.75);
        text.Sum("plain").ShouldBe(300);
    }

    [Theory]
    [InlineData("""m{path="C:\\DIR\\",error="Cannot find \"FILE\" }"} 7""")]
    [InlineData("""m{a="} 9"} 7""")]
    [InlineData("m\t7")]
    public void Sum_LabelsWithSpecialCharacters_AreSkipped(string line) =>
        PrometheusSamples.Parse(line).Sum("m").ShouldBe(7);

    [Theory]
    [InlineData("other 1")]
    [InlineData("m NaN")]
    [InlineData("# m 7")]
    [InlineData("<html>m 7</html>")]
    public void Sum_NoSample_IsNull(string text) => PrometheusSamples.Parse(text).Sum("m").ShouldBeNull();

    [Theory]
    [InlineData("dotnet_gc_heap_total_allocated_bytes_total 350", "dotnet_gc_heap_total_allocated_bytes_total 350")]
    [InlineData("other 1", "dotnet_gc_heap_total_allocated_bytes_total 350")]
    public void GetIncreaseSince_AllocationCounterStoodStill_IsNull(string before, string after) =>
        Read(after).GetIncreaseSince(Read(before)).AllocatedBytes.ShouldBeNull();

    [Fact]
    public void GetIncreaseSince_CounterMissingInEarlierReading_CountsFromZero()
    {
        var before = Read("dotnet_gc_heap_total_allocated_bytes_total 100");
        var after = Read(
            """
            dotnet_gc_heap_total_allocated_bytes_total 350
            http_client_open_connections{state="active"} 3
            http_client_open_connections{state="idle"} 4
            http_client_connection_duration_seconds_count 5
            dotnet_thread_pool_threads 9
            """);

        var used = after.GetIncreaseSince(before);

        (used.AllocatedBytes, used.ConnectionsOpened, used.ThreadPoolThreads).ShouldBe((250, 12, 9));
        (used.CpuSeconds, used.ServerRequests).ShouldBe((null, null));
    }

    [Theory]
    [InlineData("dotnet_process_cpu_time_seconds_total 2\nprocess_cpu_seconds_total 5", 2)]
    [InlineData("process_cpu_seconds_total 5", 5)]
    public void CpuSeconds_MetricNameOfDotnetOrPrometheusClient_IsRead(string text, double seconds) =>
        Read(text).CpuSeconds.ShouldBe(seconds);

    [Fact]
    public void Read_NamesOfPrometheusNetMeterAdapter_AreKnown()
    {
        var metrics = Read(
            """
            system_runtime_dotnet_process_cpu_time{cpu_mode="user"} 2
            system_runtime_dotnet_process_cpu_time{cpu_mode="system"} 1
            system_runtime_dotnet_jit_compilation_time 0.5
            system_runtime_dotnet_jit_compiled_methods 40
            system_runtime_dotnet_gc_heap_total_allocated 5000
            system_runtime_dotnet_gc_pause_time 0.25
            system_net_http_http_client_open_connections 3
            system_net_http_http_client_connection_duration_count 4
            system_runtime_dotnet_thread_pool_thread_count 6
            system_runtime_dotnet_thread_pool_queue_length 7
            system_runtime_dotnet_process_memory_working_set 8000
            """);

        metrics.ShouldBe(new ProcessMetrics
        {
            CpuSeconds = 3,
            JitSeconds = 0.5,
            JitMethods = 40,
            AllocatedBytes = 5000,
            GcPauseSeconds = 0.25,
            ConnectionsOpened = 7,
            ThreadPoolThreads = 6,
            ThreadPoolQueueLength = 7,
            WorkingSetBytes = 8000,
        });
    }

    [Theory]
    [InlineData("peak 30\ndotnet_thread_pool_threads 9", 30)]
    [InlineData("dotnet_thread_pool_threads 9", 9)]
    [InlineData("dotnet_thread_pool_thread_count 9", 9)]
    public void PoolThreads_MetricNamedByTheUser_IsPreferred(string text, double threads) =>
        ProcessMetrics.Read(PrometheusSamples.Parse(text), Process with
        {
            MetricNames = new Dictionary<MonitoredQuantity, string> { [MonitoredQuantity.PoolThreads] = "peak" },
        }).ThreadPoolThreads.ShouldBe(threads);

    [Theory]
    [InlineData("dotnet_process_cpu_count 2")]
    [InlineData("dotnet_process_cpus 2")]
    [InlineData("system_runtime_dotnet_process_cpu_count 2")]
    public void Describe_AnyNameOfTheProcessorCount_SaysThatItIsDotnet(string text) =>
        ProcessDescription.Format(PrometheusSamples.Parse(text))
            .ShouldBe(".NET 9 or later, GC mode unknown, 2 processors");

    private static MonitoredProcess Process { get; } = new(MonitoredProcess.Target, "http://h");

    private static ProcessMetrics Read(string text) => ProcessMetrics.Read(PrometheusSamples.Parse(text), Process);
}
