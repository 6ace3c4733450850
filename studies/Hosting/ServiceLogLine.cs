using System.Text.Json;

namespace Studies.Hosting;

/// <summary>A line of a service's log, which a service writes to its console as JSON.</summary>
/// <param name="Message">The text of the entry.</param>
/// <param name="Exception">The exception with its stack trace, if the entry has one.</param>
/// <param name="State">The values of the entry.</param>
internal sealed record ServiceLogLine(string? Message, string? Exception, ServiceLogState? State)
{
    private static readonly JsonSerializerOptions Options = new() { PropertyNameCaseInsensitive = true };

    /// <returns>Null for a line that is not JSON, such as a runtime's own message about a crash.</returns>
    public static ServiceLogLine? TryParse(string line)
    {
        try
        {
            return line.StartsWith('{') ? JsonSerializer.Deserialize<ServiceLogLine>(line, Options) : null;
        }
        catch (JsonException)
        {
            return null;
        }
    }
}

/// <summary>The values of a log entry that this program reads.</summary>
/// <param name="Address">The address that a service listens on, in the entry that says so.</param>
internal sealed record ServiceLogState(Uri? Address);
