using ServiceDefaults.Ingestion;

namespace BackendApi.Ingestion;

internal static class IngestionServices
{
    public static IServiceCollection AddIngestion(this IServiceCollection services)
    {
        services.AddPayloadLimits();
        return services.AddSingleton<BackendMetrics>();
    }
}
