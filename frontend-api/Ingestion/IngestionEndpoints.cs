using FrontendApi.Flags;
using Microsoft.AspNetCore.Http.Features;
using Microsoft.AspNetCore.Http.HttpResults;
using Microsoft.Extensions.Options;
using ServiceDefaults.Ingestion;

namespace FrontendApi.Ingestion;

internal static class IngestionEndpoints
{
    public static void MapIngestion(this IEndpointRouteBuilder app) =>
        app.MapPost("/ingest/event", Forward)
            .WithName("PostEvent").WithSummary("Hands a payload on, and answers when the back-end has taken it.")
            .WithTags("Ingestion").WithFlags(Flag.OfIngestion).TakesPayload()
            .ProducesProblem(502).ProducesProblem(503).ProducesProblem(504);

    private static async Task<Results<Ok, ValidationProblem, ProblemHttpResult>> Forward(
        PayloadForwarder forwarder, IOptions<FlagDefaults> defaults, HttpContext context, CancellationToken cancellationToken)
    {
        var flags = new FlagQuery(context.Request.Query, Flag.OfIngestion, defaults.Value);
        if (ForwardPlan.Of(flags) is not { } plan)
            return flags.ToProblem();

        AddTags(context, plan);
        var (payload, refusal) = await context.Request.ReadPayloadAsync(cancellationToken);
        if (refusal is not null)
            return refusal;
        await forwarder.ForwardAsync(payload!, plan, cancellationToken);
        return TypedResults.Ok();
    }

    private static void AddTags(HttpContext context, ForwardPlan plan)
    {
        if (context.Features.Get<IHttpMetricsTagsFeature>()?.Tags is not { } tags)
            return;
        tags.Add(new("client_lifetime", plan.ClientLifetime));
        tags.Add(new("mode", plan.Mode));
        tags.Add(new("resilience", plan.Resilience));
    }
}
