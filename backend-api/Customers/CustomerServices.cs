using BackendApi.Customers.Making;

namespace BackendApi.Customers;

internal static class CustomerServices
{
    public static IServiceCollection AddCustomers(this IServiceCollection services)
    {
        services.AddOptions<DataOptions>()
            .BindConfiguration(DataOptions.Section)
            .ValidateDataAnnotations()
            .ValidateOnStart();
        services.ConfigureHttpJsonOptions(json =>
            json.SerializerOptions.TypeInfoResolverChain.Insert(0, CustomerJsonContext.Default));

        return services
            .AddSingleton<SeededFaker>()
            .AddSingleton<DocumentSize>()
            .AddSingleton<CustomerMaker>()
            .AddSingleton<OrderMaker>()
            .AddSingleton<CustomerStore>()
            .AddHostedService<CustomerStoreStartup>();
    }
}
