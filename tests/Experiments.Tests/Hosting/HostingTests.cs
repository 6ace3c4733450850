using TwoTier.Load.Diagnostics;

namespace Experiments.Tests.Hosting;

/// <summary>Tests what a study does before and around the services that it starts.</summary>
public sealed class HostingTests : FolderTests
{
    [Fact]
    public void ProgramThatIsNotInstalled_Started_IsNamedInMessage() => Should
        .Throw<StudyException>(() => ProcessRunner.Start(new ProcessStartInfo("no-such-program")))
        .Message.ShouldContain("no-such-program");

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
    public void Certificate_GetAgain_IsTheSameUntilADayBeforeItExpires()
    {
        var time = new FakeTimeProvider();
        var first = ReadAuthority();
        time.Advance(DevelopmentCertificate.Lifetime - DevelopmentCertificate.Reserve - TimeSpan.FromMinutes(1));
        ReadAuthority().ShouldBe(first);
        time.Advance(TimeSpan.FromMinutes(2));
        ReadAuthority().ShouldNotBe(first);

        string ReadAuthority() =>
            File.ReadAllText(DevelopmentCertificate.GetOrCreate(Folder, time).AuthorityPath);
    }

    [Theory]
    [InlineData("4:memory:/a|2:cpu,cpuacct:/b|0::/c", "b")]
    [InlineData("0::/user.slice/c", "user.slice/c")]
    [InlineData("1:cpu:/|0::/", "")]
    [InlineData("4:memory:/a", null)]
    public void Path_OfEachVersion_IsThatOfTheGroupOfTheProcess(string groups, string? path) =>
        ControlGroupTree.FindPath("cpu", groups.Split('|')).ShouldBe(path);

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
        var committed = File.ReadAllText(ProgramLocator.GetPath("prometheus", "prometheus.yml"));

        Uri[] frontends = [new("http://127.0.0.1:1"), new("http://127.0.0.1:2")];
        var configured = PrometheusServer.AdaptConfiguration(
            committed, new Dictionary<string, Uri[]> { ["frontend-api"] = frontends });

        configured.ShouldContain("static_configs: [{ targets: ['127.0.0.1:1', '127.0.0.1:2'] }]");
        configured.ShouldContain("static_configs: [{ targets: [] }]");
        configured.ShouldNotContain("dns_sd_configs");
        configured.ShouldContain(ProgramLocator.GetPath("prometheus", "rules") + "/");
    }

    [Theory]
    [InlineData(1, "abc")]
    [InlineData(2, "cba")]
    public async Task StartAll_EverySecondStart_ReversesTheOrderButNotTheResults(int start, string expectedOrder)
    {
        var order = "";

        var started = await StartOrder.StartAllAsync(start, Start("a"), Start("b"), Start("c"));

        started.ShouldBe(["a", "b", "c"]);
        order.ShouldBe(expectedOrder);

        Func<Task<string>> Start(string name) => () =>
        {
            order += name;
            return Task.FromResult(name);
        };
    }
}
