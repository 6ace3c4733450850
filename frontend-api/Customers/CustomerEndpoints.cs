using FrontendApi.Backend;
using FrontendApi.Caching;
using FrontendApi.Strategies;
using Microsoft.AspNetCore.Http.Features;
using Microsoft.AspNetCore.Http.HttpResults;
using Microsoft.Extensions.Options;
using ServiceDefaults.QueryFlags;

namespace FrontendApi.Customers;

internal static class CustomerEndpoints
{
    public static IServiceCollection AddCustomers(this IServiceCollection services)
    {
        services.ConfigureHttpJsonOptions(json =>
            json.SerializerOptions.TypeInfoResolverChain.Insert(0, CustomerJsonContext.Default));
        services.AddOptions<CacheOptions>().BindConfiguration(CacheOptions.Section)
            .ValidateDataAnnotations().ValidateOnStart();
        return services.AddOutputCache().AddQueryFlags(CustomerFlags.All)
            .AddSingleton<CachedBackendCaller>()
            .AddSingleton<CustomerAggregator>();
    }

    public static WebApplication MapCustomers(this WebApplication app)
    {
        app.UseWhen(CustomerOutputCache.IsRequestedBy, requests => requests.UseOutputCache());
        app.MapGet("/api/customer/{id:int}", GetCustomer)
            .CacheOutput(policy => policy.AddPolicy<CustomerOutputCache>())
            .WithName("GetCustomer").WithTags("Customers")
            .WithSummary("Returns a customer with its orders. The flags select how the back-end is called.")
            .WithQueryFlags(CustomerFlags.All)
            .ProducesProblem(StatusCodes.Status404NotFound)
            .ProducesProblem(StatusCodes.Status502BadGateway)
            .ProducesProblem(StatusCodes.Status503ServiceUnavailable)
            .ProducesProblem(StatusCodes.Status504GatewayTimeout);
        app.MapGet("/api/strategies", GetStrategies)
            .WithName("GetStrategies").WithTags("Customers")
            .WithSummary("Returns the catalogue of strategies, and the flags of all routes.");
        return app;
    }

    private static async Task<Results<Ok<CustomerAggregate>, ValidationProblem>> GetCustomer(
        int id,
        CustomerAggregator aggregator,
        IOptions<BackendOptions> backend,
        HttpContext context,
        CancellationToken requestAborted)
    {
        var binder = new QueryFlagBinder(context, CustomerFlags.All);
        if (CustomerFlags.Bind(binder, backend.Value) is not { } flags)
            return binder.ToValidationProblem("See GET /api/strategies for the strategies and flags.");

        // The policy of the output cache adds the tags to its requests, because not all of them come here.
        if (flags.Cache is not CacheMode.Output)
            AddMetricTags(context, flags);
        var (aggregate, timing) = await aggregator.ReadAsync(id, flags, requestAborted);
        SetTiming(context.Response, timing);
        return TypedResults.Ok(aggregate);
    }

    private static Ok<StrategyCatalogResponse> GetStrategies(IOptions<QueryFlagDefaults> defaults) =>
        TypedResults.Ok(StrategyCatalogResponse.Create(StrategyCatalog.All, defaults.Value));

    /// <summary>Labels the metrics and the span of a request with its flags.</summary>
    public static void AddMetricTags(HttpContext context, CustomerFlags flags)
    {
        if (context.Features.Get<IHttpMetricsTagsFeature>()?.Tags is not { } tags)
            return;
        tags.Add(new("strategy", flags.Strategy.Name));
        tags.Add(new("client_lifetime", flags.Lifetime));
        tags.Add(new("fanout", flags.FanOut));
        tags.Add(new("resilience", flags.Resilience));
        if (flags.Cache is not CacheMode.None)
            tags.Add(new("cache", flags.Cache));
    }

    /// <summary>Reports in the headers how long a request took to read from the back-end.</summary>
    public static void SetTiming(HttpResponse response, BackendTiming timing) =>
        response.Headers["Server-Timing"] = timing.ToString();
}
