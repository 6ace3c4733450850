using Microsoft.AspNetCore.Builder;
using Microsoft.Extensions.Configuration;
using Microsoft.Extensions.Configuration.Memory;

namespace ServiceDefaults.Logs;

internal static class QuietLogs
{
    // A log line per request would be part of every measurement.
    private static readonly Dictionary<string, string?> Defaults = new()
    {
        ["Logging:LogLevel:Default"] = "Information",
        ["Logging:LogLevel:Microsoft.AspNetCore"] = "Warning",
        ["Logging:LogLevel:System.Net.Http"] = "Warning",
        ["Logging:Console:FormatterName"] = "json",
        ["Logging:Console:FormatterOptions:TimestampFormat"] = "O",
        ["Logging:Console:FormatterOptions:UseUtcTimestamp"] = "true",
    };

    /// <summary>Structured logs, quiet under load. First source, so that any file, variable or argument overrides it.</summary>
    public static void AddQuietLogs(this WebApplicationBuilder builder) =>
        ((IConfigurationBuilder)builder.Configuration).Sources
            .Insert(0, new MemoryConfigurationSource { InitialData = Defaults });
}
