using Microsoft.AspNetCore.Http.Features;
using Microsoft.AspNetCore.Http.HttpResults;
using Microsoft.Extensions.Options;
using ServiceDefaults;
using ServiceDefaults.QueryFlags;

namespace FrontendApi.Ingestion;

internal static class IngestionEndpoints
{
    public static IServiceCollection AddIngestion(this IServiceCollection services) => services
        .AddJsonBodyLimits(section: "Ingestion")
        .AddQueryFlags(Flags.OfIngestion)
        .AddSingleton<EventForwarder>();

    public static IEndpointRouteBuilder MapIngestion(this IEndpointRouteBuilder app)
    {
        app.MapPost("/ingest/event", PostEvent)
            .WithName("PostEvent").WithTags("Ingestion")
            .WithSummary("Forwards a payload to the back-end, and answers once the back-end has accepted it.")
            .WithQueryFlags(Flags.OfIngestion)
            .WithJsonBody<Payload>()
            .ProducesProblem(StatusCodes.Status502BadGateway)
            .ProducesProblem(StatusCodes.Status503ServiceUnavailable)
            .ProducesProblem(StatusCodes.Status504GatewayTimeout);
        return app;
    }

    private static async Task<Results<Ok, ValidationProblem, ProblemHttpResult>> PostEvent(
        EventForwarder forwarder,
        IOptions<QueryFlagDefaults> defaults,
        HttpContext context,
        CancellationToken requestAborted)
    {
        var binder = new QueryFlagBinder(context.Request, Flags.OfIngestion, defaults.Value);
        var (lifetime, mode) = (binder.Get(Flags.Client), binder.Get(Flags.Mode));
        var resilience = binder.Get(Flags.Resilience);
        if (!binder.IsValid)
            return binder.ToValidationProblem("See GET /api/strategies for the flags.");

        AddMetricTags(context, lifetime, mode, resilience);
        var (_, payload, problem) = await context.Request.ReadJsonAsync(
            PayloadJsonContext.Default.Payload, Payload.Example, requestAborted);
        if (problem is not null)
            return problem;
        await forwarder.ForwardAsync(payload, lifetime, mode, resilience, requestAborted);
        return TypedResults.Ok();
    }

    private static void AddMetricTags(HttpContext context, string lifetime, string mode, string resilience)
    {
        if (context.Features.Get<IHttpMetricsTagsFeature>()?.Tags is not { } tags)
            return;
        tags.Add(new("client_lifetime", lifetime));
        tags.Add(new("mode", mode));
        tags.Add(new("resilience", resilience));
    }
}
