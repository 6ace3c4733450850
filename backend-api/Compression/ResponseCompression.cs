using System.ComponentModel.DataAnnotations;
using System.IO.Compression;
using Microsoft.AspNetCore.ResponseCompression;
using Microsoft.Extensions.Options;

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

    /// <summary>
    /// The level of compression, a value of <see cref="CompressionLevel"/>: Fastest saves CPU time, SmallestSize saves
    /// bytes, and Optimal is between them. The default is Fastest, as in ASP.NET Core.
    /// </summary>
    [AllowedValues(nameof(CompressionLevel.Fastest), nameof(CompressionLevel.Optimal),
        nameof(CompressionLevel.SmallestSize),
        ErrorMessage = "Set Compression:Level to one of: Fastest, Optimal, SmallestSize.")]
    public string Level { get; init; } = nameof(CompressionLevel.Fastest);

    public CompressionLevel GetLevel() => Enum.Parse<CompressionLevel>(Level);
}

internal static class ResponseCompression
{
    public static IServiceCollection AddCompression(this IServiceCollection services)
    {
        services.AddOptions<CompressionOptions>().BindConfiguration(CompressionOptions.Section)
            .ValidateDataAnnotations().ValidateOnStart();
        services.AddOptions<GzipCompressionProviderOptions>().Configure<IOptions<CompressionOptions>>(
            (gzip, options) => gzip.Level = options.Value.GetLevel());
        services.AddOptions<BrotliCompressionProviderOptions>().Configure<IOptions<CompressionOptions>>(
            (brotli, options) => brotli.Level = options.Value.GetLevel());
        return services.AddResponseCompression(
            compression => compression.MimeTypes = ["application/json", "application/x-protobuf"]);
    }

    /// <summary>
    /// Compresses responses, if that is enabled. Otherwise, requests do not pass the middleware at all, because every
    /// measurement would include its cost.
    /// </summary>
    public static WebApplication UseCompression(this WebApplication app)
    {
        if (app.Services.GetRequiredService<IOptions<CompressionOptions>>().Value.Enabled)
            app.UseResponseCompression();
        return app;
    }
}
