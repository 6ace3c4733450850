using Load.Target;

namespace Load.Tests;

public sealed class ProcessDescriptionTests
{
    [Theory]
    [InlineData("dotnet_process_cpu_count 2")]
    [InlineData("dotnet_process_cpus 2")]
    [InlineData("system_runtime_dotnet_process_cpu_count 2")]
    public void Format_AnyNameOfTheProcessorCount_SaysThatItIsDotnet(string text) =>
        ProcessDescription.Format(PrometheusSamples.Parse(text))
            .ShouldBe(".NET 9 or later, GC mode unknown, 2 processors");
}
