namespace Studies.Tests.Studies;

public sealed class RuntimeCacheTests
{
    [Theory]
    [InlineData(
        "/source/MinimalAggregator.csproj : error NU1102: Unable to find package A with version (= 10.0.12). It is "
        + "only on https://packages.example/v3 [/source/MinimalAggregator.csproj]",
        "NU1102: Unable to find package A with version (= 10.0.12)")]
    [InlineData("Killed", "the build failed without a message")]
    public void BuildOutput_FindReason_IsTheFirstErrorWithoutSources(string output, string reason) =>
        RuntimeCache.FindReason(output).ShouldBe(reason);
}
