using Microsoft.Extensions.Configuration.Memory;

namespace ServiceDefaults;

/// <summary>Default logging settings: JSON on the console, and no line for each request.</summary>
internal static class LoggingDefaults
{
    private static readonly Dictionary<string, string?> Settings = new()
    {
        ["Logging:LogLevel:Default"] = "Information",
        // Requests are not logged, because the cost of a log line would be part of every measurement.
        ["Logging:LogLevel:Microsoft.AspNetCore"] = "Warning",
        ["Logging:LogLevel:System.Net.Http"] = "Warning",
        // The metrics count what happens to calls. A line for each attempt would be part of every measurement, and the
        // last attempt of a call would have one with the level Error.
        ["Logging:LogLevel:Polly"] = "None",
        // The response of /health/ready says what is wrong. A line for each probe would add nothing.
        ["Logging:LogLevel:Microsoft.Extensions.Diagnostics.HealthChecks"] = "None",
        ["Logging:Console:FormatterName"] = "json",
        ["Logging:Console:FormatterOptions:TimestampFormat"] = "O",
        ["Logging:Console:FormatterOptions:UseUtcTimestamp"] = "true",
    };

    /// <summary>Adds the settings as the first configuration source, so that all others override them.</summary>
    public static void AddLoggingDefaults(this WebApplicationBuilder builder) =>
        ((IConfigurationBuilder)builder.Configuration).Sources
            .Insert(0, new MemoryConfigurationSource { InitialData = Settings });
}
