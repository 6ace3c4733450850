using System.Text.Json;
using System.Text.Json.Serialization;
using FrontendApi.Backend;
using FrontendApi.QueryFlags;
using FrontendApi.Strategies;
using Microsoft.AspNetCore.Http.HttpResults;

namespace FrontendApi.Customers;

internal static class CustomerEndpoints
{
    public static IServiceCollection AddCustomers(this IServiceCollection services) => services
        .ConfigureHttpJsonOptions(json =>
            json.SerializerOptions.TypeInfoResolverChain.Insert(0, CustomerJsonContext.Default))
        .AddRouteFlags(Flags.OfCustomers, CustomerFlags.Bind);

    public static IEndpointRouteBuilder MapCustomers(this IEndpointRouteBuilder app)
    {
        app.MapGet("/api/customer/{id:int}", GetCustomer)
            .WithName("GetCustomer").WithTags("Customers")
            .WithSummary("Returns a customer with its orders. The flags select how the back-end is called.")
            .WithQueryFlags(Flags.OfCustomers)
            .ProducesProblem(404).ProducesProblem(502).ProducesProblem(503).ProducesProblem(504);
        app.MapGet("/api/strategies", GetStrategies)
            .WithName("GetStrategies").WithTags("Customers")
            .WithSummary("Returns the catalogue of strategies, and the flags of all routes.");
        return app;
    }

    private static async Task<Results<Ok<CustomerAggregate>, ValidationProblem>> GetCustomer(
        int id, RouteFlags<CustomerFlags> route, BackendCaller backend, HttpContext context,
        CancellationToken requestAborted)
    {
        if (!route.TryGet(context, out var flags, out var problem))
            return problem;
        using var calls = backend.Begin(flags, requestAborted);
        return TypedResults.Ok(await flags.Strategy.ReadCustomerAsync(id, flags.FanOut, calls));
    }

    private static Ok<StrategyCatalogResponse> GetStrategies(IOptions<ClientOptions> defaults) =>
        TypedResults.Ok(StrategyCatalogResponse.Create(StrategyCatalog.All, defaults.Value));
}

[JsonSourceGenerationOptions(JsonSerializerDefaults.Web)]
[JsonSerializable(typeof(CustomerAggregate))]
[JsonSerializable(typeof(StrategyCatalogResponse))]
internal sealed partial class CustomerJsonContext : JsonSerializerContext;
