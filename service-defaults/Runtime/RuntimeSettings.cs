using Microsoft.Extensions.DependencyInjection;

namespace ServiceDefaults.Runtime;

internal static class RuntimeSettings
{
    public static void AddRuntimeSettings(this IServiceCollection services)
    {
        services.AddOptions<RuntimeOptions>().BindConfiguration(RuntimeOptions.Section)
            .ValidateDataAnnotations()
            .Validate(runtime => runtime.HasRoom, RuntimeOptions.RoomCure)
            .ValidateOnStart();
        services.AddHostedService<RuntimeSetup>();
    }
}
