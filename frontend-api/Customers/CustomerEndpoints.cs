using FrontendApi.Backend;
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
        services.AddHybridCache();
        return services.AddOutputCache().AddQueryFlags(Flags.OfCustomers).AddSingleton<CustomerAggregator>();
    }

    public static WebApplication MapCustomers(this WebApplication app)
    {
        var customer = app.MapGet("/api/customer/{id:int}", GetCustomer)
            .WithName("GetCustomer").WithTags("Customers")
            .WithSummary("Returns a customer with its orders. The flags select how the back-end is called.")
            .WithQueryFlags(Flags.OfCustomers)
            .ProducesProblem(StatusCodes.Status404NotFound)
            .ProducesProblem(StatusCodes.Status502BadGateway)
            .ProducesProblem(StatusCodes.Status503ServiceUnavailable)
            .ProducesProblem(StatusCodes.Status504GatewayTimeout);
        if (app.Services.GetRequiredService<IOptions<ClientOptions>>().Value.Cache is CacheMode.Output)
        {
            app.UseOutputCache();
            customer.CacheOutput(policy => policy.AddPolicy<SharedResponsePolicy>());
        }

        app.MapGet("/api/strategies", GetStrategies)
            .WithName("GetStrategies").WithTags("Customers")
            .WithSummary("Returns the catalogue of strategies, and the flags of all routes.");
        return app;
    }

    private static async Task<Results<Ok<CustomerAggregate>, ValidationProblem>> GetCustomer(
        int id,
        CustomerAggregator aggregator,
        IOptions<BackendOptions> backend,
        IOptions<QueryFlagDefaults> defaults,
        HttpContext context,
        CancellationToken requestAborted)
    {
        var binder = new QueryFlagBinder(context.Request, Flags.OfCustomers, defaults.Value);
        if (CustomerFlags.Bind(binder, backend.Value) is not { } flags)
            return binder.ToValidationProblem("See GET /api/strategies for the strategies and flags.");

        AddMetricTags(context, flags);
        var (aggregate, timing) = await aggregator.ReadAsync(id, flags, requestAborted);
        context.Response.Headers["Server-Timing"] = timing.ToString();
        return TypedResults.Ok(aggregate);
    }

    private static Ok<StrategyCatalogResponse> GetStrategies(IOptions<QueryFlagDefaults> defaults) =>
        TypedResults.Ok(StrategyCatalogResponse.Create(StrategyCatalog.All, defaults.Value));

    private static void AddMetricTags(HttpContext context, CustomerFlags flags)
    {
        if (context.Features.Get<IHttpMetricsTagsFeature>()?.Tags is not { } tags)
            return;
        tags.Add(new("strategy", flags.Strategy.Name));
        tags.Add(new("client_lifetime", flags.Lifetime));
        tags.Add(new("fanout", flags.FanOut));
        tags.Add(new("resilience", flags.Resilience));
    }
}
