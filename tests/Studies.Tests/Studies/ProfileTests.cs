using Studies.Studies.Profile;

namespace Studies.Tests.Studies;

public sealed class ProfileTests
{
    private const string Map = "(/tmp/perf-9.map)";

    private const string Recorded = $"""
        	    7f01 Collections.Generic.Dictionary`2[System.__Canon]::FindValue(!0) [Tier1] {Map}
        	    7f02 void [OpenTelemetry] OpenTelemetry.Metrics.AggregatorStore::UpdateDouble(float64)[Tier1] {Map}
        	    7f03 class Task [System.Net.Http] System.Net.Http.HttpClient::SendAsync(class [System]X)[Tier1] {Map}

        	ffff8000 tcp_sendmsg ([kernel.kallsyms])
        	    7f04 [unknown] (/usr/share/dotnet/libcoreclr.so)
        	    7f05 [unknown] ([unknown])


        """;

    [Fact]
    public void Parse_OutputOfPerf_ReturnsStacksFromInnermostFunction()
    {
        var stacks = StackSamples.Parse(Recorded);

        stacks.Count.ShouldBe(2);
        stacks[0].Count.ShouldBe(3);
        stacks[0][0].Assembly.ShouldBeNull();
        stacks[0][1].Assembly.ShouldBe("OpenTelemetry");
        stacks[0][1].Type.ShouldBe("OpenTelemetry.Metrics.AggregatorStore");
        stacks[0][2].Assembly.ShouldBe("System.Net.Http");
        stacks[1][0].ShouldBe(new StackFrame("tcp_sendmsg", "[kernel.kallsyms]"));
        stacks[1][^1].Symbol.ShouldBe("");
    }

    [Fact]
    public void Parse_WithoutSamples_ReturnsNoStacks() => StackSamples.Parse("\n\n").ShouldBeEmpty();

    [Theory]
    [InlineData(WorkCategory.Metrics, "[OpenTelemetry] OpenTelemetry.Metrics.AggregatorStore")]
    [InlineData(WorkCategory.Metrics, "[System.Diagnostics.DiagnosticSource] System.Diagnostics.Metrics.Histogram`1")]
    [InlineData(WorkCategory.Metrics, "[Microsoft.AspNetCore.Hosting] Microsoft.AspNetCore.Hosting.HostingMetrics")]
    [InlineData(WorkCategory.Metrics, "[System.Net.Http] System.Net.Http.DiagnosticsHandler+<SendAsyncCore>d__10")]
    [InlineData(WorkCategory.Server, "[Microsoft.AspNetCore.Diagnostics] ExceptionHandlerMiddlewareImpl")]
    [InlineData(WorkCategory.OwnCode, "[FrontendApi] FrontendApi.Customers.CustomerAggregator")]
    [InlineData(WorkCategory.OwnCode, "[MinimalAggregator] Program")]
    [InlineData(WorkCategory.Client, "[System.Net.Http] System.Net.Http.HttpConnection")]
    [InlineData(WorkCategory.Sockets, "[System.Net.Sockets] System.Net.Sockets.SocketAsyncEngine")]
    [InlineData(WorkCategory.Server, "[Microsoft.AspNetCore.Server.Kestrel.Core] Http1Connection")]
    [InlineData(WorkCategory.Json, "[System.Text.Json] System.Text.Json.Utf8JsonWriter")]
    [InlineData(WorkCategory.Logging, "[Microsoft.Extensions.Options] Microsoft.Extensions.Options.OptionsMonitor`1")]
    [InlineData(WorkCategory.Other, "[System.Private.CoreLib] System.Threading.ThreadPoolWorkQueue")]
    public void Find_MethodOfAnAssembly_ReturnsItsCategory(string category, string method) =>
        WorkCategory.Find([new StackFrame($"void {method}::Run(object)[Tier1]", "/tmp/perf-9.map")]).ShouldBe(category);

    [Fact]
    public void Find_FunctionOfBaseLibrary_ReturnsCategoryOfItsCaller() =>
        StackSamples.Parse(Recorded).Select(WorkCategory.Find)
            .ShouldBe([WorkCategory.Metrics, WorkCategory.Kernel]);

    [Theory]
    [InlineData("[kernel.kallsyms]", WorkCategory.Kernel)]
    [InlineData("/usr/share/dotnet/libcoreclr.so", WorkCategory.Runtime)]
    [InlineData("/usr/share/dotnet/libclrgc.so", WorkCategory.Runtime)]
    [InlineData("/usr/lib/libc.so.6", WorkCategory.Other)]
    public void Find_NativeFunction_ReturnsCategoryOfItsFile(string file, string category) =>
        WorkCategory.Find([new StackFrame("", file)]).ShouldBe(category);

    [Fact]
    public void Create_RowOfTwoRounds_HasMeansAndIntervalOfDifference()
    {
        CpuProfile[] minimal = [CreateProfile(100), CreateProfile(110)];
        CpuProfile[] frontend = [CreateProfile(120), CreateProfile(132)];

        var row = ProfileRow.Create(
            WorkCategory.Json, profile => profile.GetMicroseconds(WorkCategory.Json), minimal, frontend);

        row.MinimalUs.ShouldBe(105);
        row.FrontendUs.ShouldBe(126);
        row.DifferenceUs.ShouldBe(21);
        // Student's t for one degree of freedom and 99 %, times the standard error of 20 and 22.
        row.LowUs!.Value.ShouldBe(21 - 63.657, 0.001);
        row.HighUs!.Value.ShouldBe(21 + 63.657, 0.001);
    }

    private static CpuProfile CreateProfile(double us) =>
        new(new Dictionary<string, double> { [WorkCategory.Json] = us }, us);
}
