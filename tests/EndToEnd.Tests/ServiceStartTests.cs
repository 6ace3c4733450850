using ServiceDefaults;

namespace EndToEnd.Tests;

public sealed class ServiceStartTests
{
    private const int UnusedPort = 9;

    [Fact]
    public async Task Frontend_ProbedWithAndWithoutBackend_IsLiveAndReadyOnlyWithIt()
    {
        await using var alone = new ServiceFactory<FrontendMetrics>(
            ("Backend:BaseAddress", $"http://127.0.0.1:{UnusedPort}"));
        await using var pair = new CountedPair();

        await ShouldSucceedAsync(alone.Address.Port, "--health");
        await ShouldSucceedAsync(alone.Address.Port, "--health", "live");
        Probe(alone.Address.Port, "--health", "ready").ShouldBe(1);
        await ShouldSucceedAsync(pair.Address.Port, "--health", "ready");
        Probe(UnusedPort, "--health").ShouldBe(1);
    }

    /// <summary>The image of a container probes itself with the variables of the service.</summary>
    [Slow]
    [Theory]
    [InlineData("ASPNETCORE_URLS", "http://127.0.0.1:")]
    [InlineData("ASPNETCORE_HTTP_PORTS", "")]
    [InlineData("Management__Port", "")]
    public async Task AddressInTheEnvironment_ProbeProcess_Succeeds(string variable, string beforePort)
    {
        var address = FreePort.FindAddress();
        var program = Create("--Data:Customers=1");
        await using var backend = await ServiceProcess.StartAsync(
            program, new ServiceOptions { Address = $"{address}" }, TestContext.Current.CancellationToken);
        using var probe = Process.Start(Create("--health"))!;

        await probe.WaitForExitAsync(TestContext.Current.CancellationToken);

        probe.ExitCode.ShouldBe(0);

        ProcessStartInfo Create(string argument)
        {
            var start = ProgramLocator.CreateStartInfo("BackendApi", [argument]);
            start.Environment["ASPNETCORE_URLS"] = "http://127.0.0.1:0";
            start.Environment[variable] = $"{beforePort}{address.Port}";
            if (variable is "ASPNETCORE_HTTP_PORTS")
                start.Environment.Remove("ASPNETCORE_URLS");
            return start;
        }
    }

    [Slow]
    [Theory]
    [InlineData("BackendApi", "Data__Customerz", "5",
        "Data:Customerz is no setting of this service: did you mean Data:Customers?")]
    [InlineData("FrontendApi", "Client__Mode", "none", "Set Client:Mode to one of: async, sync.")]
    public async Task InvalidSettingInTheEnvironment_Start_EndsWithOneSentence(
        string service, string variable, string value, string sentence)
    {
        var start = ProgramLocator.CreateStartInfo(service, ["--urls=http://127.0.0.1:0"]);
        start.Environment[variable] = value;
        (start.RedirectStandardOutput, start.RedirectStandardError) = (true, true);
        using var process = Process.Start(start)!;

        var (output, errors) = (
            process.StandardOutput.ReadToEndAsync(TestContext.Current.CancellationToken),
            process.StandardError.ReadToEndAsync(TestContext.Current.CancellationToken));
        await process.WaitForExitAsync(TestContext.Current.CancellationToken);

        process.ExitCode.ShouldBe(64);
        (await output).ShouldBeEmpty();
        (await errors).Trim().ShouldBe(sentence);
    }

    /// <summary>The probe has a time limit, which a busy machine may exceed.</summary>
    private static Task ShouldSucceedAsync(int port, params string[] args) =>
        Eventually.WaitUntilAsync(() => Probe(port, args) is 0, within: TimeSpan.FromSeconds(40));

    private static int Probe(int port, params string[] args) => HealthProbe.Run(args, port, TextWriter.Null);
}
