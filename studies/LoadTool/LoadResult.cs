using System.Text.Json;
using Studies.Hosting;

namespace Studies.LoadTool;

/// <summary>A result file of the load tool. Only the parts that studies read are declared.</summary>
internal sealed record LoadResult
{
    /// <summary>
    /// The schema of the result files that this program reads. The command <c>load report</c> upgrades older files.
    /// </summary>
    public const string SchemaId = "urn:load:result:2";

    private static readonly JsonSerializerOptions Options = new()
    {
        PropertyNamingPolicy = JsonNamingPolicy.SnakeCaseLower,
    };

    public required string Schema { get; init; }

    /// <summary>The name of the baseline: the variant with which the others are compared.</summary>
    public string Baseline { get; init; } = "";

    /// <summary>The duration of the whole measurement in seconds, with its warm-up.</summary>
    public double DurationS { get; init; }

    public required LoadValidity Validity { get; init; }

    public required IReadOnlyList<VariantResult> Variants { get; init; }

    /// <summary>Gets the only variant in the result of a run without a comparison.</summary>
    public VariantResult SingleVariant => Variants.Single();

    /// <summary>
    /// Gets the measurements of the baseline, with which the other variants of a comparison are compared.
    /// </summary>
    public VariantResult BaselineVariant => GetVariant(Baseline);

    /// <summary>Gets the variant that is not the baseline, in a comparison of two variants.</summary>
    public VariantResult OtherVariant => Variants.Single(variant => variant.Name != Baseline);

    public VariantResult GetVariant(string name) => Variants.Single(variant => variant.Name == name);

    public static LoadResult Read(string path) => Parse(File.ReadAllText(path), path);

    /// <inheritdoc cref="Read"/>
    public static LoadResult Parse(string json, string path)
    {
        using var document = JsonDocument.Parse(json);
        var schema = document.RootElement.TryGetProperty("schema", out var id) ? id.GetString() : null;
        return schema is SchemaId
            ? document.Deserialize<LoadResult>(Options)!
            : throw new StudyException($"The file {path} has the schema '{schema}', but '{SchemaId}' is expected.");
    }
}

/// <summary>Whether the values in a result file can be trusted and quoted, and the checks that decide it.</summary>
internal sealed record LoadValidity(string State, IReadOnlyList<LoadCheck> Checks)
{
    /// <summary>
    /// Gets a value that indicates whether the monitored processes counted as many requests as the load tool received
    /// responses.
    /// </summary>
    public bool IsReconciled => Checks.Any(check => check is { Id: "reconciled", State: "pass" });

    /// <summary>
    /// Gets a value that indicates whether there were errors that the run is meant to show (--expect-errors), and no
    /// others.
    /// </summary>
    public bool HasOnlyExpectedErrors => Checks.Any(check => check is { Id: "expected-errors", State: "pass" });

    /// <summary>Gets a value that indicates whether the load tool and the target counted the same requests.</summary>
    public bool HasEqualCounts => Checks.Any(check => check is { Id: "server", State: "pass" });
}

/// <summary>The outcome of a check that the load tool makes of a run.</summary>
internal sealed record LoadCheck(string Id, string State);
