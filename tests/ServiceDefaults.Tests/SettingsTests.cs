using Microsoft.Extensions.Configuration;
using Microsoft.Extensions.Logging;
using Microsoft.Extensions.Options;
using OpenTelemetry.Logs;
using OpenTelemetry.Trace;

namespace ServiceDefaults.Tests;

public sealed class SettingsTests
{
    public static TheoryData<string, string[]> InvalidSettings => new()
    {
        { "Runtime:MinThreads must be from 1 to 32767", ["--Runtime:MinThreads=0", "--Runtime:MaxThreads=0"] },
        { "Runtime:MaxThreads must", [$"--Runtime:MaxThreads={Environment.ProcessorCount - 1}"] },
        { "Set Limits:ConcurrentRequests to a number between", ["--Limits:ConcurrentRequests=0"] },
        { "the certificate is missing or has expired", ["--Kestrel:Certificates:Default:Path=none.pem"] },
        {
            "Limits:ConcurentRequests is no setting of this service: did you mean Limits:ConcurrentRequests?",
            ["--Limits:ConcurentRequests=1"]
        },
        { "limit:connections is no setting of this service: did you mean Limits:Connections?", ["--limit:connections", "1"] },
        { "url is no setting of this service: did you mean urls?", ["--url=http://127.0.0.1:0"] },
        { "Faults:Token is no setting of this service: docs/reference.md lists them.", ["--Faults:Token=secret"] },
        { "Set OTEL_EXPORTER_OTLP_ENDPOINT to an address", ["--OTEL_EXPORTER_OTLP_ENDPOINT=collector:4317"] },
        { "Set Proxies:Trusted to addresses and networks", ["--Proxies:Trusted=127.0.0.1;proxy.example"] },
        { "Set Management:Port to a port that no other address", ["--urls=http://127.0.0.1:1", "--Management:Port=1"] },
    };

    [Theory]
    [MemberData(nameof(InvalidSettings))]
    public async Task InvalidSetting_StartService_FailsWithAdvice(string advice, string[] args) =>
        (await Should.ThrowAsync<OptionsValidationException>(() => TestService.StartAsync(args: args)))
            .Message.ShouldContain(advice);

    [Theory]
    [InlineData("127.0.0.1", "https://shop.example/shop", "/shop/docs")]
    [InlineData("10.0.0.0/8;::1", "http://127.0.0.1:", "/docs")]
    public async Task Proxy_SaysHowItIsCalled_IsBelievedIfItIsTrusted(string trusted, string server, string docs)
    {
        var stop = TestContext.Current.CancellationToken;
        await using var service = await TestService.StartAsync(args: ["--Proxies:Trusted", trusted]);
        using var client = new HttpClient(new SocketsHttpHandler { AllowAutoRedirect = false })
        {
            BaseAddress = service.Client.BaseAddress,
            DefaultRequestHeaders =
            {
                { "X-Forwarded-For", "8.8.8.8" },
                { "X-Forwarded-Proto", "https" },
                { "X-Forwarded-Host", "shop.example" },
                { "X-Forwarded-Prefix", "/shop" },
            },
        };

        var document = JsonElement.Parse(await client.GetStringAsync("/openapi/v1.json", stop));
        document.GetProperty("servers")[0].GetProperty("url").GetString().ShouldStartWith(server);
        (await client.GetAsync("/", stop)).Headers.Location!.OriginalString.ShouldBe(docs);
    }

    [Theory]
    [InlineData("Runtime__MinThread", "Runtime:MinThread is no setting of this service: did you mean Runtime:MinThreads?")]
    [InlineData("Limit__Connections", "Limit:Connections is no setting of this service: did you mean Limits:Connections?")]
    [InlineData("Limits", null)]
    [InlineData("LIMITS_PORT_8080_TCP", null)]
    [InlineData("services__backend__http__0", null)]
    [InlineData("gcServer", null)]
    public void VariableOfTheEnvironment_Validate_FailsOnlyIfItIsMeantForTheService(string variable, string? failure)
    {
        // As AddEnvironmentVariables does it, without a variable that services of other tests would find.
        var configuration = new ConfigurationBuilder()
            .AddInMemoryCollection([new(variable.Replace("__", ":", StringComparison.Ordinal), "1")]).Build();
        var known = new KnownSettings { Names = { "Runtime:MinThreads", "Limits:Connections" } };

        var result = new UnknownSettings(configuration).Validate(null, known);

        result.FailureMessage.ShouldBe(failure);
    }

    /// <summary>The name of each is also that of a variable of the environment, after ASPNETCORE_.</summary>
    [Theory]
    [InlineData("http://localhost:5101")]
    [InlineData("http://localhost:5101;http://localhost:7", "Management:Port=7")]
    [InlineData("http://127.0.0.1:7000", "urls=http://127.0.0.1:7000")]
    [InlineData("https://a:1;http://b:2;http://a:7", "urls=https://a:1;http://b:2", "Management:Port=7")]
    [InlineData("http://unix:/tmp/a.sock;http://localhost:7", "urls=http://unix:/tmp/a.sock", "Management:Port=7")]
    [InlineData(null, "http_ports=8080")]
    [InlineData("http://*:80;http://*:81;http://*:7", "http_ports=80;81", "Management:Port=7")]
    [InlineData("https://*:443;http://*:7", "https_ports=443", "Management:Port=7")]
    [InlineData("http://*:80;https://*:443;http://*:7", "http_ports=80", "https_ports=443", "Management:Port=7")]
    [InlineData("http://[::]:9;http://[::]:7", "urls=http://[::]:9", "http_ports=80", "Management:Port=7")]
    public void Addresses_AddServiceDefaults_AreThoseGivenAndTheManagementPort(string? urls, params string[] settings)
    {
        var builder = WebApplication.CreateBuilder([.. settings.Select(setting => $"--{setting}")]);

        builder.AddServiceDefaults(port: 5101);

        builder.WebHost.GetSetting(WebHostDefaults.ServerUrlsKey).ShouldBe(urls);
    }

    [Theory]
    [InlineData("", false)]
    [InlineData("--OTEL_EXPORTER_OTLP_ENDPOINT=", false)]
    [InlineData("--OTEL_EXPORTER_OTLP_ENDPOINT=http://127.0.0.1:9", true)]
    public async Task Service_WithAndWithoutEndpoint_TracesOnlyWithItAndSaysWhereAndWhatIsLost(
        string setting, bool isTraced)
    {
        using var log = new LogRecorder();
        var builder = WebApplication.CreateBuilder(
            ["--urls", "http://127.0.0.1:0", "--OTEL_METRIC_EXPORT_INTERVAL=100", setting]);
        builder.AddServiceDefaults(port: 0);
        builder.Logging.AddProvider(log);
        await using var app = builder.Build();
        app.UseServiceDefaults();

        (app.Services.GetService<TracerProvider>() is not null).ShouldBe(isTraced);
        app.Services.GetServices<ILoggerProvider>().Any(provider => provider is OpenTelemetryLoggerProvider)
            .ShouldBe(isTraced);
        log.Lines.Any(line => line.Text.StartsWith("Telemetry goes to 127.0.0.1:9, ")).ShouldBe(isTraced);
        await app.StartAsync(TestContext.Current.CancellationToken);
        await Eventually.WaitUntilAsync(() => isTraced == log.Lines.Any(
            line => line.Text.StartsWith("Telemetry is lost: http://127.0.0.1:9/") && line.Text.Contains("refused")));
    }
}
