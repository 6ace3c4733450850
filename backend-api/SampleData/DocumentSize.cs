using System.Text.Json;
using System.Text.Json.Serialization.Metadata;
using Bogus;
using Microsoft.AspNetCore.Http.Json;
using Microsoft.Extensions.Options;

namespace BackendApi.SampleData;

/// <summary>
/// Measures the sample documents as the JSON that the endpoints send, and distributes their sizes evenly over 1 to 2
/// KiB, unless a size is configured.
/// </summary>
internal sealed class DocumentSize(IOptions<JsonOptions> options)
{
    public const int MinBytes = 1_024;
    public const int MaxBytes = 2_048;

    private readonly JsonSerializerOptions _json = options.Value.SerializerOptions;

    /// <summary>
    /// Draws a random target size for a document, and returns how many bytes the document is smaller than the target
    /// size.
    /// </summary>
    public int GetBytesBelowRandomSize<T>(T document, Randomizer random) =>
        GetBytesBelow(random.Int(MinBytes, MaxBytes), document);

    /// <summary>Returns how many bytes a document is smaller than the given size.</summary>
    public int GetBytesBelow<T>(int bytes, T document) =>
        bytes - JsonSerializer.SerializeToUtf8Bytes(document, GetTypeInfo<T>()).Length;

    private JsonTypeInfo<T> GetTypeInfo<T>() => (JsonTypeInfo<T>)_json.GetTypeInfo(typeof(T));
}
