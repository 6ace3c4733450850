using System.Text.Json;
using Studies.Hosting;

namespace Studies.LoadTool;

/// <summary>A result file of the load tool: the parts of it that studies read.</summary>
internal sealed record LoadResult
{
    /// <summary>The schema of the files that are read. <c>load report</c> upgrades older ones.</summary>
    public const string SchemaId = "urn:load:result:2";

    private static readonly JsonSerializerOptions Options = new()
    {
        PropertyNamingPolicy = JsonNamingPolicy.SnakeCaseLower,
    };

    public required string Schema { get; init; }

    /// <summary>The name of the variant that the others are compared with.</summary>
    public string Baseline { get; init; } = "";

    public required LoadValidity Validity { get; init; }

    public required IReadOnlyList<VariantResult> Variants { get; init; }

    /// <summary>The only variant of a run.</summary>
    public VariantResult Run => Variants.Single();

    /// <summary>The variant that the others are compared with.</summary>
    public VariantResult BaselineVariant => GetVariant(Baseline);

    /// <summary>The variant that is compared with the baseline, in a comparison of two.</summary>
    public VariantResult OtherVariant => Variants.Single(variant => variant.Name != Baseline);

    public VariantResult GetVariant(string name) => Variants.Single(variant => variant.Name == name);

    /// <exception cref="StudyException">The file has another schema.</exception>
    /// <exception cref="JsonException">The file is not a result.</exception>
    public static LoadResult Read(string path) => Parse(File.ReadAllText(path), path);

    /// <inheritdoc cref="Read"/>
    public static LoadResult Parse(string json, string path)
    {
        using var document = JsonDocument.Parse(json);
        var schema = document.RootElement.TryGetProperty("schema", out var id) ? id.GetString() : null;
        return schema is SchemaId
            ? document.Deserialize<LoadResult>(Options)!
            : throw new StudyException($"{path} has the schema '{schema}', but '{SchemaId}' is expected.");
    }
}

/// <summary>Whether the figures of a result can be quoted.</summary>
/// <param name="State">One of valid, invalid and cut-short.</param>
/// <param name="Checks">What the load tool checked.</param>
internal sealed record LoadValidity(string State, IReadOnlyList<LoadCheck> Checks)
{
    /// <summary>
    /// Gets a value that indicates whether the counters of the monitored processes agree with the responses.
    /// </summary>
    public bool IsReconciled => Checks.Any(check => check is { Id: "reconciled", State: "pass" });
}

/// <summary>A check of a run.</summary>
/// <param name="Id">The identifier of the check.</param>
/// <param name="State">One of pass, warn and fail.</param>
internal sealed record LoadCheck(string Id, string State);
