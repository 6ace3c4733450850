namespace FrontendApi.Customers;

internal static class CustomerServices
{
    public static void AddCustomers(this IServiceCollection services)
    {
        var defaults = services.AddOptions<FlagDefaults>().BindConfiguration(FlagDefaults.Section).ValidateOnStart();
        foreach (var flag in Flag.All)
        {
            defaults.Validate(options => flag.Mistake(flag.Default(options)) is null,
                $"Set {flag.Key} to one of: {string.Join(", ", flag.Values)}.");
        }

        services.AddSingleton<CallPlanner>();
        services.AddSingleton<ReadingTools>();
        services.AddSingleton<CustomerAggregator>();
        services.ConfigureHttpJsonOptions(json => json.SerializerOptions.TypeInfoResolverChain.Insert(0, CustomersJson.Default));
    }
}
