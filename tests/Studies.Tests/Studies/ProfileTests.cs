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
    public void Parse_OutputOfPerf_ReturnsStacksFromInnermostFunctionWithTheirCategories()
    {
        var stacks = StackSamples.Parse(Recorded);

        stacks[0].Select(frame => frame.Assembly).ShouldBe([null, "OpenTelemetry", "System.Net.Http"]);
        stacks[0][1].Type.ShouldBe("OpenTelemetry.Metrics.AggregatorStore");
        stacks[1][0].ShouldBe(new StackFrame("tcp_sendmsg", "[kernel.kallsyms]"));
        // A function of the base library counts as what called it.
        stacks.Select(WorkCategory.Find).ShouldBe([WorkCategory.Metrics, WorkCategory.Kernel]);
    }

    [Theory]
    [InlineData(WorkCategory.Metrics, "[Microsoft.AspNetCore.Hosting] Microsoft.AspNetCore.Hosting.HostingMetrics")]
    [InlineData(WorkCategory.OwnCode, "[FrontendApi] FrontendApi.Customers.CustomerAggregator")]
    [InlineData(WorkCategory.Client, "[System.Net.Http] System.Net.Http.HttpConnection")]
    [InlineData(WorkCategory.Other, "[System.Private.CoreLib] System.Threading.ThreadPoolWorkQueue")]
    public void Find_MethodOfAnAssembly_ReturnsItsCategory(string category, string method) =>
        WorkCategory.Find([new StackFrame($"void {method}::Run(object)[Tier1]", "/tmp/perf-9.map")]).ShouldBe(category);
}
