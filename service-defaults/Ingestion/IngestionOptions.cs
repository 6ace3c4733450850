using System.ComponentModel.DataAnnotations;

namespace ServiceDefaults.Ingestion;

/// <summary>How large a payload may be. Section <c>Ingestion</c>.</summary>
internal sealed class IngestionOptions
{
    public const string Section = "Ingestion";

    /// <value>Of the whole body. 1 KiB to 1 MiB, default 64 KiB.</value>
    [Range(1_024, 1_048_576, ErrorMessage = "Set Ingestion:MaxBodyBytes between {1} and {2}.")]
    public int MaxBodyBytes { get; set; } = 65_536;
}
