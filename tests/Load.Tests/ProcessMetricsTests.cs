namespace Load.Tests;

public sealed class ProcessMetricsTests
{
    [Theory]
    [InlineData("# TYPE m counter\nm{cpu_mode=\"user\"} 1.5\nm{cpu_mode=\"system\"} 0.25 1395066363000", 1.75)]
    [InlineData("""m{path="C:\\DIR\\",error="Cannot find \"FILE\" }"} 7""", 7.0)]
    [InlineData("""m{a="} 9"} 7""", 7.0)]
    [InlineData("other 1", null)]
    [InlineData("<html>m 7</html>", null)]
    public void Sum_AnyText_IsTotalOfTheSeriesOfTheMetric(string text, double? expected) =>
        PrometheusSamples.Parse(text).Sum("m").ShouldBe(expected);

    [Fact]
    public void Sum_WithLabels_IsTotalOfTheSeriesThatHaveThemAll()
    {
        var samples = PrometheusSamples.Parse("m{a=\"1\",b=\"x\"} 2\nm{a=\"1\"} 3\nm{a=\"2\",b=\"x\"} 5");

        samples.Sum("m", ("a", "1")).ShouldBe(5);
        samples.Sum("m", ("a", "1"), ("b", "x")).ShouldBe(2);
        samples.Sum("m", ("a", "3")).ShouldBeNull();
    }

    [Fact]
    public void GetIncreaseSince_CounterMissingInEarlierReading_CountsFromZero()
    {
        var used = Read(
            """
            dotnet_gc_heap_total_allocated_bytes_total 350
            http_client_open_connections{state="active"} 3
            http_client_open_connections{state="idle"} 4
            http_client_connection_duration_seconds_count 5
            dotnet_thread_pool_threads 9
            http_server_active_requests{http_request_method="GET"} 6
            http_server_active_requests{http_request_method="POST"} 2
            http_server_request_duration_seconds_count{http_route="/a"} 20
            http_server_request_duration_seconds_count 1
            """).GetIncreaseSince(Read("dotnet_gc_heap_total_allocated_bytes_total 100"));

        (used.AllocatedBytes, used.ConnectionsOpened, used.ThreadPoolThreads).ShouldBe((250, 12, 9));
        (used.ActiveRequests, used.OpenConnections, used.AnsweredRequests).ShouldBe((8, 7, 21));
        used.CpuSeconds.ShouldBeNull();

        var same = Read("dotnet_gc_heap_total_allocated_bytes_total 350");
        same.GetIncreaseSince(same).AllocatedBytes.ShouldBeNull("The counter stands still between collections.");
    }

    [Fact]
    public void GetIncreaseSince_ServerThatHasAnsweredNothing_HasAnsweredZero()
    {
        var idle = Read("http_server_active_requests 1");
        idle.GetIncreaseSince(idle).AnsweredRequests.ShouldBe(0);

        var other = Read("process_cpu_seconds_total 1");
        other.GetIncreaseSince(other).AnsweredRequests.ShouldBeNull("It does not count requests.");
    }

    [Fact]
    public void Read_NamesOfPrometheusNetMeterAdapter_AreKnown()
    {
        Read(
            """
            system_runtime_dotnet_process_cpu_time{cpu_mode="user"} 2
            system_runtime_dotnet_process_cpu_time{cpu_mode="system"} 1
            system_runtime_dotnet_jit_compilation_time 0.5
            system_runtime_dotnet_jit_compiled_methods 40
            system_runtime_dotnet_gc_heap_total_allocated 5000
            system_runtime_dotnet_gc_pause_time 0.25
            microsoft_aspnetcore_hosting_http_server_active_requests 5
            microsoft_aspnetcore_hosting_http_server_request_duration_count 9
            system_net_http_http_client_open_connections 3
            system_net_http_http_client_connection_duration_count 4
            system_runtime_dotnet_thread_pool_thread_count 6
            system_runtime_dotnet_thread_pool_queue_length 7
            system_runtime_dotnet_process_memory_working_set 8000
            """).ShouldBe(new ProcessMetrics
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
                ActiveRequests = 5,
                AnsweredRequests = 9,
                OpenConnections = 3,
            });
    }

    private static ProcessMetrics Read(string text) => ProcessMetrics.Read(
        PrometheusSamples.Parse(text), new MonitoredProcess(MonitoredProcess.Target, "http://h"));
}
