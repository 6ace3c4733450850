using System.ComponentModel.DataAnnotations;
using System.Text.Json;
using System.Text.Json.Serialization;

namespace BackendApi.Faults;

/// <summary>Who may inject faults, and those in force from the start. Configuration section <c>Faults</c>.</summary>
internal sealed class FaultOptions
{
    /// <summary>The secret in the header X-Faults-Token. Without it, the default, no request switches faults.</summary>
    public string Token { get; init; } = "";

    /// <summary>The faults that are in force when the service starts. None by default.</summary>
    public FaultSet Active { get; init; } = new();
}

/// <summary>The faults that are in force. Several apply together.</summary>
/// <param name="LatencyMs">The delay before the status and the headers of a response, in milliseconds.</param>
/// <param name="LatencyShare">The share of the responses that are delayed.</param>
/// <param name="ErrorShare">The share of the requests that are answered with ErrorStatus.</param>
/// <param name="ErrorStatus">The status of an injected error.</param>
/// <param name="CutBeforeShare">The share of the requests whose connection is reset instead of a response.</param>
internal sealed record FaultSet(
    [property: Range(0, 60_000)] int LatencyMs = 0,
    [property: Range(0.0, 1.0)] double LatencyShare = 1,
    [property: Range(0.0, 1.0)] double ErrorShare = 0,
    [property: Range(400, 599)] int ErrorStatus = 500,
    [property: Range(0.0, 1.0)] double CutBeforeShare = 0)
{
    /// <summary>The names of the faults in force, which are the values of the metrics label fault.</summary>
    [JsonIgnore]
    public IEnumerable<string> Names => new (string Name, bool IsInForce)[]
    {
        ("latency", LatencyShare > 0 && LatencyMs > 0),
        ("error", ErrorShare > 0),
        ("cut", CutBeforeShare > 0),
    }.Where(fault => fault.IsInForce).Select(fault => fault.Name);

    /// <summary>Returns what is wrong with the values, or null if they are valid.</summary>
    public string? Validate()
    {
        var errors = new List<ValidationResult>();
        return Validator.TryValidateObject(this, new(this), errors, validateAllProperties: true)
            ? null
            : string.Join(' ', errors.Select(error => error.ErrorMessage));
    }
}

[JsonSourceGenerationOptions(
    JsonSerializerDefaults.Web, UnmappedMemberHandling = JsonUnmappedMemberHandling.Disallow)]
[JsonSerializable(typeof(FaultSet))]
internal sealed partial class FaultJsonContext : JsonSerializerContext;
