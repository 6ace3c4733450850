namespace Studies.Hosting;

/// <summary>An entry of a service's log, which the service writes to the console as one line of JSON.</summary>
internal sealed record ServiceLogLine(string? Message, string? Exception, ServiceLogState? State)
{
    private static readonly JsonSerializerOptions Options = new() { PropertyNameCaseInsensitive = true };

    /// <returns>Null for a line that is not JSON, such as the message of a .NET runtime that crashes.</returns>
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

/// <summary>The structured values of a log entry, as far as this program reads them.</summary>
internal sealed record ServiceLogState(Uri? Address);
