using System.IO.Compression;
using Microsoft.AspNetCore.ResponseCompression;

namespace BackendApi.Compression;

/// <summary>
/// Compresses customers and orders with gzip or brotli, if the caller accepts it. Responses over TLS stay as they are,
/// because the size of an encrypted response could reveal its content. Configuration section <c>Compression</c>.
/// </summary>
internal sealed class CompressionOptions
{
    public const string Section = "Compression";

    /// <summary>Whether responses are compressed for callers that accept it. The default is false.</summary>
    public bool Enabled { get; init; }

    /// <summary>Fastest, which is the default as in ASP.NET Core, Optimal or SmallestSize.</summary>
    [AllowedValues("Fastest", "Optimal", "SmallestSize",
        ErrorMessage = "Set Compression:Level to one of: Fastest, Optimal, SmallestSize.")]
    public string Level { get; init; } = "Fastest";

    public CompressionLevel GetLevel() => Enum.Parse<CompressionLevel>(Level);
}

internal static class ResponseCompression
{
    public static void AddCompression(this IServiceCollection services)
    {
        services.AddOptionsWithValidateOnStart<CompressionOptions>().BindConfiguration(CompressionOptions.Section)
            .ValidateDataAnnotations();
        services.AddOptions<GzipCompressionProviderOptions>().Configure<IOptions<CompressionOptions>>(
            (gzip, options) => gzip.Level = options.Value.GetLevel());
        services.AddOptions<BrotliCompressionProviderOptions>().Configure<IOptions<CompressionOptions>>(
            (brotli, options) => brotli.Level = options.Value.GetLevel());
        services.AddResponseCompression(
            compression => compression.MimeTypes = ["application/json", "application/x-protobuf"]);
    }

    /// <summary>Without compression, no request passes the middleware: every measurement would include it.</summary>
    public static void UseCompression(this WebApplication app)
    {
        if (app.Services.GetRequiredService<IOptions<CompressionOptions>>().Value.Enabled)
            app.UseResponseCompression();
    }
}
