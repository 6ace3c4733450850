using Microsoft.AspNetCore.Server.Kestrel.Core;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Options;

namespace ServiceDefaults.Ingestion;

/// <summary>What bounds a payload in both tiers, before any of it is parsed.</summary>
public static class IngestionDefaults
{
    private static readonly TimeSpan LongestBody = TimeSpan.FromSeconds(10);

    /// <summary>Kestrel looks at the rate only after this, once a second: a body that drips in ends within 5 to 7 s.</summary>
    private static readonly TimeSpan Grace = TimeSpan.FromSeconds(5);

    public static void AddPayloadLimits(this IServiceCollection services)
    {
        services.AddOptions<IngestionOptions>().BindConfiguration(IngestionOptions.Section)
            .ValidateDataAnnotations().ValidateOnStart();
        services.AddOptions<KestrelServerOptions>().Configure<IOptions<IngestionOptions>>((kestrel, ingestion) =>
        {
            var largest = ingestion.Value.MaxBodyBytes;
            kestrel.Limits.MaxRequestBodySize = largest;
            kestrel.Limits.MinRequestBodyDataRate = new(largest / LongestBody.TotalSeconds, Grace);
        });
    }
}
