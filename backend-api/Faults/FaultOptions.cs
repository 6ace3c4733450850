using System.ComponentModel.DataAnnotations;
using System.Text.Json.Serialization;

namespace BackendApi.Faults;

/// <summary>
/// Whether faults can be injected, and by whom. Off by default: then nothing of this feature can be reached.
/// Configuration section <c>Faults</c>.
/// </summary>
internal sealed class FaultOptions
{
    public const string Section = "Faults";

    public const string InvalidMessage = "With Faults:Enabled, set Faults:Token to a secret of 16 characters or more.";

    private const int MinTokenLength = 16;

    public bool Enabled { get; init; }

    /// <summary>The secret that requests must send in the header X-Faults-Token. 16 characters or more.</summary>
    public string Token { get; init; } = "";

    /// <summary>
    /// The seed of the random decisions. The sequence starts anew with each PUT. The default is 2014.
    /// </summary>
    public int Seed { get; init; } = 2014;

    /// <summary>The faults that are in force when the service starts. None by default.</summary>
    public FaultSet Active { get; init; } = new();

    public bool IsValid => !Enabled || (Token.Length >= MinTokenLength && Active.Validate() is null);
}

/// <summary>The faults that are in force, for all requests or for one. Several apply together.</summary>
internal sealed class FaultSet
{
    // The properties are not init-only, because the generated JSON parser would set those that are missing to 0.

    /// <summary>The delay of a response in milliseconds. With P90 and P99, the median of the delays.</summary>
    [Range(0, 60_000)]
    public int LatencyMs { get; set; }

    /// <summary>The delay that a tenth of the delayed responses exceed, in milliseconds.</summary>
    [Range(0, 60_000)]
    public int? LatencyP90Ms { get; set; }

    /// <summary>The delay of the slowest hundredth of the delayed responses, in milliseconds.</summary>
    [Range(0, 60_000)]
    public int? LatencyP99Ms { get; set; }

    /// <summary>The share of the responses that are delayed.</summary>
    [Range(0.0, 1.0)]
    public double LatencyShare { get; set; } = 1;

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

    /// <summary>The number of bytes of a response body that are sent per second, or null for no limit.</summary>
    [Range(100, 1_000_000_000)]
    public int? BytesPerSecond { get; set; }

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
    public IEnumerable<string> Names
    {
        get
        {
            if (DelaysResponses)
                yield return "latency";
            if (ErrorShare > 0)
                yield return "error";
            if (CutBeforeShare > 0 || CutWithinShare > 0)
                yield return "cut";
            if (BytesPerSecond is not null)
                yield return "drip";
            if (CpuMs > 0)
                yield return "cpu";
            if (MemoryMb > 0)
                yield return "memory";
            if (NotReady)
                yield return "not-ready";
        }
    }

    private bool DelaysResponses => LatencyShare > 0 && (LatencyMs > 0 || LatencyP90Ms > 0 || LatencyP99Ms > 0);

    /// <summary>Returns what is wrong with the values, or null if they are valid.</summary>
    public string? Validate()
    {
        var errors = new List<ValidationResult>();
        Validator.TryValidateObject(this, new(this), errors, validateAllProperties: true);
        if (LatencyP90Ms < LatencyMs || LatencyP99Ms < (LatencyP90Ms ?? LatencyMs))
            errors.Add(new("The latencies must not decrease from LatencyMs to LatencyP90Ms to LatencyP99Ms."));
        return errors.Count is 0 ? null : string.Join(' ', errors.Select(error => error.ErrorMessage));
    }

    /// <summary>Returns the delay of a response.</summary>
    /// <param name="quantile">The share of the responses that are faster, from 0 to 1.</param>
    public TimeSpan GetLatency(double quantile)
    {
        if (LatencyP90Ms is null && LatencyP99Ms is null)
            return TimeSpan.FromMilliseconds(LatencyMs);
        var p90 = LatencyP90Ms ?? LatencyMs;
        var p99 = LatencyP99Ms ?? p90;
        return TimeSpan.FromMilliseconds(quantile switch
        {
            < 0.5 => double.Lerp(0, LatencyMs, quantile / 0.5),
            < 0.9 => double.Lerp(LatencyMs, p90, (quantile - 0.5) / 0.4),
            < 0.99 => double.Lerp(p90, p99, (quantile - 0.9) / 0.09),
            _ => p99,
        });
    }
}

[JsonSourceGenerationOptions(
    System.Text.Json.JsonSerializerDefaults.Web, UnmappedMemberHandling = JsonUnmappedMemberHandling.Disallow)]
[JsonSerializable(typeof(FaultSet))]
internal sealed partial class FaultJsonContext : JsonSerializerContext;
