namespace ServiceDefaults.Tests;

/// <summary>The probe finds the port of the service in the settings of the service.</summary>
public sealed class HealthProbeTests
{
    private const int UnusedPort = 9;

    [Theory]
    [InlineData("--urls=https://*:1;http://*:PORT")]
    [InlineData("--urls=http://127.0.0.1:PORT", "--http_ports=1")]
    [InlineData("--http_ports=PORT;1")]
    [InlineData("--http_ports=PORT", "--https_ports=1")]
    [InlineData("--https_ports=1", "--Management:Port=PORT")]
    [InlineData("--urls=http://0.0.0.0:1", "--Management:Port=PORT")]
    [InlineData("--urls=https://localhost:1", "--Management:Port=PORT")]
    public async Task AddressesOfTheService_Probe_AsksThePortWithoutTls(params string[] settings)
    {
        await using var service = await TestService.StartAsync();

        Run([.. settings.Select(setting => setting.Replace("PORT", $"{service.Port}", StringComparison.Ordinal))])
            .ShouldBe((0, "Healthy"));
    }

    [Fact]
    public async Task HostsThatAreAllowed_Probe_SendsOneOfThem()
    {
        const string Hosts = "--AllowedHosts=*.shop.example;backend-api";
        await using var service = await TestService.StartAsync(args: Hosts);

        (await service.GetAsync("/health/live")).Status.ShouldBe(400);
        Run([$"--http_ports={service.Port}", Hosts]).ShouldBe((0, "Healthy"));
    }

    [Theory]
    [InlineData("--health needs a port without TLS: set Management:Port, beside https://*:1.", "--https_ports=1")]
    [InlineData("--health needs a port without TLS: set Management:Port, beside https://a:1.", "--urls=https://a:1")]
    [InlineData("Invalid url: 'localhost:1'", "--urls=localhost:1")]
    [InlineData("Failed to convert configuration value 'x' at 'Management:Port' to type 'System.Int32'.", "--Management:Port=x")]
    public void NoAddressForTheProbe_Probe_FailsWithASentence(string sentence, params string[] settings) =>
        Run(settings).ShouldBe((1, sentence));

    private static (int ExitCode, string Output) Run(string[] settings)
    {
        using var output = new StringWriter();
        var exitCode = HealthProbe.Run(["--health", "live", .. settings], UnusedPort, output);
        return (exitCode, output.ToString().Trim());
    }
}
