using System.ComponentModel.DataAnnotations;
using System.Text.Json.Serialization;

namespace BackendApi.Faults;

/// <summary>Who may inject faults, and which are in force from the start. Configuration section <c>Faults</c>.</summary>
internal sealed class FaultOptions
{
    public const string Section = "Faults";

    /// <summary>
    /// The secret that requests send in the header X-Faults-Token. Without it, which is the default, no request can
    /// switch faults.
    /// </summary>
    public string Token { get; init; } = "";

    /// <summary>
    /// The seed of the random decisions. The sequence starts anew with each PUT. The default is 2014.
    /// </summary>
    public int Seed { get; init; } = 2014;

    /// <summary>The faults that are in force when the service starts. None by default.</summary>
    public FaultSet Active { get; init; } = new();

    /// <summary>Whether faults are in force or can be switched on. Otherwise no request passes this feature.</summary>
    public bool IsEnabled => Token.Length > 0 || Active.Names.Any();
}

/// <summary>The faults that are in force, for all requests or for one. Several apply together.</summary>
internal sealed class FaultSet
{
    // The properties are not init-only, because the generated JSON parser would set those that are missing to 0.

    /// <summary>The delay before the status and the headers of a response, in milliseconds.</summary>
    [Range(0, 60_000)]
    public int LatencyMs { get; set; }

    /// <summary>The share of the responses that are delayed.</summary>
    [Range(0.0, 1.0)]
    public double LatencyShare { get; set; } = 1;

    /// <summary>The delay between the headers and the body of a response, in milliseconds.</summary>
    [Range(0, 60_000)]
    public int BodyDelayMs { get; set; }

    /// <summary>The number of bytes of a response body that are sent per second, or null for no limit.</summary>
    [Range(100, 1_000_000_000)]
    public int? BytesPerSecond { get; set; }

    /// <summary>The share of the requests that are answered with ErrorStatus.</summary>
    [Range(0.0, 1.0)]
    public double ErrorShare { get; set; }

    [Range(400, 599)]
    public int ErrorStatus { get; set; } = 500;

    /// <summary>The share of the requests whose connection is reset instead of a response.</summary>
    [Range(0.0, 1.0)]
    public double CutBeforeShare { get; set; }

    /// <summary>The share of the requests whose connection is reset after half of the response body.</summary>
    [Range(0.0, 1.0)]
    public double CutWithinShare { get; set; }

    /// <summary>The CPU time that each request burns, in milliseconds.</summary>
    [Range(0, 10_000)]
    public int CpuMs { get; set; }

    /// <summary>The memory that the service holds, in MiB. Not per request.</summary>
    [Range(0, 2_047)]
    public int MemoryMb { get; set; }

    /// <summary>Whether /health/ready reports that the service is not ready. Not per request.</summary>
    public bool NotReady { get; set; }

    /// <summary>The names of the faults in force, which are the values of the metrics label fault.</summary>
    [JsonIgnore]
    public IEnumerable<string> Names => new (string Name, bool IsInForce)[]
    {
        ("latency", LatencyShare > 0 && LatencyMs > 0),
        ("error", ErrorShare > 0),
        ("cut", CutBeforeShare > 0 || CutWithinShare > 0),
        ("drip", HasSlowBody),
        ("cpu", CpuMs > 0),
        ("memory", MemoryMb > 0),
        ("not-ready", NotReady),
    }.Where(fault => fault.IsInForce).Select(fault => fault.Name);

    [JsonIgnore]
    public bool HasSlowBody => BodyDelayMs > 0 || BytesPerSecond is not null;

    /// <summary>Returns what is wrong with the values, or null if they are valid.</summary>
    public string? Validate()
    {
        var errors = new List<ValidationResult>();
        Validator.TryValidateObject(this, new(this), errors, validateAllProperties: true);
        return errors.Count is 0 ? null : string.Join(' ', errors.Select(error => error.ErrorMessage));
    }
}

[JsonSourceGenerationOptions(
    System.Text.Json.JsonSerializerDefaults.Web, UnmappedMemberHandling = JsonUnmappedMemberHandling.Disallow)]
[JsonSerializable(typeof(FaultSet))]
internal sealed partial class FaultJsonContext : JsonSerializerContext;
