using Microsoft.AspNetCore.Builder;
using Microsoft.Extensions.Logging;
using OpenTelemetry.Logs;
using OpenTelemetry.Trace;

namespace ServiceDefaults.Tests;

[TimeLimit(30)]
public sealed class OtlpExportTests
{
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
