using System.Text.Json;
using System.Text.Json.Serialization.Metadata;
using Bogus;
using Microsoft.AspNetCore.Http.Json;
using Microsoft.Extensions.Options;

namespace BackendApi.Customers.Making;

/// <summary>Spreads the documents' sizes evenly over 1 to 2 KB, in bytes of JSON as the endpoints send it.</summary>
internal sealed class DocumentSize(IOptions<JsonOptions> options)
{
    public const int MinBytes = 1_024;
    public const int MaxBytes = 2_048;

    private readonly JsonSerializerOptions _json = options.Value.SerializerOptions;

    /// <summary>How many bytes the document lacks to have a size drawn at random.</summary>
    public int Missing<T>(T document, Randomizer random) =>
        random.Int(MinBytes, MaxBytes) - JsonSerializer.SerializeToUtf8Bytes(document, TypeInfo<T>()).Length;

    private JsonTypeInfo<T> TypeInfo<T>() => (JsonTypeInfo<T>)_json.GetTypeInfo(typeof(T));
}
