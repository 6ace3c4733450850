using FrontendApi.Backend;
using FrontendApi.Strategies;

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
            .ProducesProblem(404).ProducesProblem(502).ProducesProblem(503).ProducesProblem(504);
        if (app.Services.GetRequiredService<IOptions<ClientOptions>>().Value is
            { Cache: CacheMode.Output, CacheTimeToLive: var timeToLive })
        {
            app.Use(FinishForOthers).UseOutputCache();
            customer.CacheOutput(policy => policy.Expire(timeToLive));
        }

        app.MapGet("/api/strategies", GetStrategies)
            .WithName("GetStrategies").WithTags("Customers")
            .WithSummary("Returns the catalogue of strategies, and the flags of all routes.");
        return app;
    }

    private static async Task<Results<Ok<CustomerAggregate>, ValidationProblem>> GetCustomer(
        int id, CustomerAggregator aggregator, IOptions<BackendOptions> backend, IOptions<QueryFlagDefaults> defaults,
        HttpContext context, CancellationToken requestAborted)
    {
        var binder = new QueryFlagBinder(context.Request, Flags.OfCustomers, defaults.Value);
        if (CustomerFlags.Bind(binder, backend.Value) is not { } flags)
            return binder.ToValidationProblem("See GET /api/strategies for the strategies and flags.");

        Flags.AddMetricTags(context, ("strategy", flags.Strategy.Name), ("client_lifetime", flags.Lifetime),
            ("fanout", flags.FanOut), ("resilience", flags.Resilience));
        var (aggregate, timing) = await aggregator.ReadAsync(id, flags, requestAborted);
        context.Response.Headers["Server-Timing"] = timing.ToString();
        return TypedResults.Ok(aggregate);
    }

    // A response is made even if its caller disconnects, because other requests may wait for it. The middleware would
    // fail them, or give them what had been written until then (dotnet/aspnetcore#56427).
    private static Task FinishForOthers(HttpContext context, RequestDelegate next)
    {
        context.RequestAborted = CancellationToken.None;
        return next(context);
    }

    private static Ok<StrategyCatalogResponse> GetStrategies(IOptions<QueryFlagDefaults> defaults) =>
        TypedResults.Ok(StrategyCatalogResponse.Create(StrategyCatalog.All, defaults.Value));
}
