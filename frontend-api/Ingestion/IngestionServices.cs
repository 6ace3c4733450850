using ServiceDefaults.Ingestion;

namespace FrontendApi.Ingestion;

internal static class IngestionServices
{
    public static void AddIngestion(this IServiceCollection services)
    {
        services.AddPayloadLimits();
        services.AddSingleton<PayloadForwarder>();
    }
}
