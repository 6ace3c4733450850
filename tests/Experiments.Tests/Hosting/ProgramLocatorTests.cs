namespace Experiments.Tests.Hosting;

public sealed class ProgramLocatorTests
{
    /// <summary>A setting of the shell would change what is measured, or hide where a service listens.</summary>
    [Theory]
    [InlineData("Logging__LogLevel__Default", true)]
    [InlineData("Client__Lifetime", true)]
    [InlineData("ASPNETCORE_URLS", true)]
    [InlineData("aspnetcore_environment", true)]
    [InlineData("DOTNET_ENVIRONMENT", true)]
    [InlineData("OTEL_EXPORTER_OTLP_ENDPOINT", true)]
    [InlineData("DOTNET_gcServer", false)]
    [InlineData("DOTNET_ROOT", false)]
    [InlineData("__CF_USER_TEXT_ENCODING", false)]
    [InlineData("PATH", false)]
    public void Variable_OfTheShell_ReachesNoServiceIfItIsASetting(string name, bool isSetting) =>
        ProgramLocator.IsServiceSetting(name).ShouldBe(isSetting);
}
