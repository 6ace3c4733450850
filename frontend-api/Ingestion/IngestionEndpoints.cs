using FrontendApi.QueryFlags;
using Microsoft.AspNetCore.Http.HttpResults;
using ServiceDefaults;

namespace FrontendApi.Ingestion;

internal static class IngestionEndpoints
{
    public static IServiceCollection AddIngestion(this IServiceCollection services) => services
        .AddJsonBodyLimits()
        .AddRouteFlags<IngestionFlags>(Flags.OfIngestion, IngestionFlags.Bind)
        .AddSingleton<EventForwarder>();

    public static IEndpointRouteBuilder MapIngestion(this IEndpointRouteBuilder app)
    {
        app.MapPost("/ingest/event", PostEvent)
            .WithName("PostEvent").WithTags("Ingestion")
            .WithSummary("Forwards a payload to the back-end, and answers once the back-end has accepted it.")
            .WithQueryFlags(Flags.OfIngestion)
            .WithJsonBody<Payload>()
            .ProducesProblem(502).ProducesProblem(503).ProducesProblem(504);
        return app;
    }

    private static async Task<Results<Ok, ValidationProblem, ProblemHttpResult>> PostEvent(
        RouteFlags<IngestionFlags> route, EventForwarder forwarder, HttpContext context,
        CancellationToken requestAborted)
    {
        if (!route.TryGet(context, out var flags, out var invalidFlags))
            return invalidFlags;
        var (_, payload, problem) = await context.Request.ReadJsonAsync(
            PayloadJsonContext.Default.Payload, Payload.Example, requestAborted);
        if (problem is not null)
            return problem;
        await forwarder.ForwardAsync(payload, flags, requestAborted);
        return TypedResults.Ok();
    }
}
