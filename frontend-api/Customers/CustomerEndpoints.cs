using FrontendApi.Flags;
using Microsoft.AspNetCore.Http.Features;
using Microsoft.AspNetCore.Http.HttpResults;
using Microsoft.Extensions.Options;

namespace FrontendApi.Customers;

internal static class CustomerEndpoints
{
    public static void MapCustomers(this IEndpointRouteBuilder app)
    {
        var customers = app.MapGroup("/api/customer").WithTags("Customers");
        customers.MapGet("/{id:int}", Get)
            .WithName("GetCustomer").WithSummary("A customer with its orders, read the way the flags say.")
            .ProducesProblem(404).ProducesProblem(502).ProducesProblem(503).ProducesProblem(504)
            .WithFlags(Flag.OfCustomers);
    }

    private static async Task<Results<Ok<CustomerAggregate>, ValidationProblem>> Get(
        int id,
        IOptions<FlagDefaults> defaults,
        CustomerAggregator aggregator,
        HttpContext context,
        CancellationToken cancellationToken)
    {
        var flags = new FlagQuery(context.Request.Query, Flag.OfCustomers, defaults.Value);
        if (CallPlan.Of(flags) is not { } plan)
            return flags.ToProblem();

        AddTags(context, plan);
        var (aggregate, share) = await aggregator.ReadAsync(id, plan, cancellationToken);
        context.Response.Headers["Server-Timing"] = share.ToString();
        return TypedResults.Ok(aggregate);
    }

    private static void AddTags(HttpContext context, CallPlan plan)
    {
        if (context.Features.Get<IHttpMetricsTagsFeature>()?.Tags is not { } tags)
            return;
        tags.Add(new("strategy", plan.Strategy.Name));
        tags.Add(new("client_lifetime", plan.ClientLifetime));
        tags.Add(new("fanout", plan.FanOut));
        tags.Add(new("resilience", plan.Resilience));
    }
}
