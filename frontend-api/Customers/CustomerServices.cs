namespace FrontendApi.Customers;

internal static class CustomerServices
{
    public static void AddCustomers(this IServiceCollection services)
    {
        services.AddSingleton<ReadingTools>();
        services.AddSingleton<CustomerAggregator>();
        services.ConfigureHttpJsonOptions(json => json.SerializerOptions.TypeInfoResolverChain.Insert(0, CustomersJson.Default));
    }
}
