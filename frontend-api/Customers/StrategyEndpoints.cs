using FrontendApi.Flags;
using Microsoft.AspNetCore.Http.HttpResults;
using Microsoft.Extensions.Options;

namespace FrontendApi.Customers;

internal static class StrategyEndpoints
{
    public static void MapStrategies(this IEndpointRouteBuilder app) =>
        app.MapGet("/api/strategies", List)
            .WithName("GetStrategies").WithSummary("The catalogue of strategies, and the flags they take.")
            .WithTags("Customers");

    private static Ok<StrategyListing> List(IOptions<FlagDefaults> defaults) =>
        TypedResults.Ok(StrategyListing.Of(defaults.Value));
}
