using TwoTier.Load.Diagnostics;

namespace Experiments.Tests.Hosting;

/// <summary>Tests what a study does before and around the services that it starts.</summary>
public sealed class HostingTests : FolderTests
{
    [Fact]
    [Slow]
    public async Task ServiceThatFails_OthersAreStarting_LeavesNoProcess()
    {
        var environment = new TestbedEnvironment(TestContext.Current.CancellationToken, isQuiet: true);
        var other = environment.StartFrontendAsync(FreePort.FindAddress());

        var start = () => environment.StartBackendAsync("--Data:Customers=100001");
        (await Should.ThrowAsync<TargetUnreachableException>(start)).Message.ShouldContain("Data:Customers");
        await environment.DisposeAsync();

        await Should.ThrowAsync<OperationCanceledException>(() => other);
    }

    [Fact]
    public async Task Certificate_GetAgain_IsTheSameUnlessAFileIsMissing()
    {
        Assert.SkipWhen(OperatingSystem.IsWindows(), "A shell script makes it.");
        var first = await MakeAsync();
        (await MakeAsync()).ShouldBe(first);
        File.Delete(Path.Combine(Folder, "service.key"));
        (await MakeAsync()).ShouldNotBe(first);

        async Task<string> MakeAsync()
        {
            var script = ProgramLocator.GetPath("deploy", "docker", "certificate.sh");
            var made = await ProcessRunner.CaptureAsync(new(script, [Folder]), TestContext.Current.CancellationToken);
            made.ExitCode.ShouldBe(0, made.All);
            return File.ReadAllText(Path.Combine(Folder, "authority.pem"));
        }
    }

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

    [Fact]
    public void PrometheusConfiguration_Adapted_HasFixedTargetsAndRules()
    {
        var committed = ProgramLocator.ReadFile("prometheus/prometheus.yml");
        Uri[] frontends = [new("http://127.0.0.1:1"), new("http://127.0.0.1:2")];
        var configured = PrometheusServer.AdaptConfiguration(
            committed, new Dictionary<string, Uri[]> { ["frontend-api"] = frontends });

        configured.ShouldContain("static_configs: [{ targets: ['127.0.0.1:1', '127.0.0.1:2'] }]");
        configured.ShouldContain("static_configs: [{ targets: [] }]");
        configured.ShouldNotContain("dns_sd_configs");
        configured.ShouldContain(ProgramLocator.GetPath("prometheus", "rules") + "/");
    }
}
