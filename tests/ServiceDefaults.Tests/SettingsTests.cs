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
    };

    [Theory]
    [MemberData(nameof(InvalidSettings))]
    public async Task InvalidSetting_StartService_FailsWithAdvice(string advice, string[] args) =>
        (await Should.ThrowAsync<OptionsValidationException>(() => TestService.StartAsync(args: args)))
            .Message.ShouldContain(advice);

    [Theory]
    [InlineData("http://localhost:5101")]
    [InlineData("http://127.0.0.1:7000", "--urls", "http://127.0.0.1:7000")]
    [InlineData(null, "--http_ports", "8080")]
    public void UrlsConfiguredOrNot_AddServiceDefaults_UsesThoseUrlsOrLoopback(string? urls, params string[] args)
    {
        var builder = WebApplication.CreateBuilder(args);

        builder.AddServiceDefaults(port: 5101);

        builder.WebHost.GetSetting(WebHostDefaults.ServerUrlsKey).ShouldBe(urls);
    }

    [Theory]
    [InlineData("", false)]
    [InlineData("--OTEL_EXPORTER_OTLP_ENDPOINT=", false)]
    [InlineData("--OTEL_EXPORTER_OTLP_ENDPOINT=http://127.0.0.1:4318", true)]
    public async Task Service_WithAndWithoutEndpoint_TracesOnlyWithIt(string setting, bool isTraced)
    {
        var builder = WebApplication.CreateBuilder(["--urls", "http://127.0.0.1:0", setting]);
        builder.AddServiceDefaults(port: 0);
        await using var app = builder.Build();

        (app.Services.GetService<TracerProvider>() is not null).ShouldBe(isTraced);
        app.Services.GetServices<ILoggerProvider>().Any(provider => provider is OpenTelemetryLoggerProvider)
            .ShouldBe(isTraced);
    }
}
