using Microsoft.AspNetCore.Http.Features;
using Microsoft.AspNetCore.Http.HttpResults;
using ServiceDefaults;
using ServiceDefaults.QueryFlags;

namespace FrontendApi.Ingestion;

internal static class IngestionEndpoints
{
    public static IServiceCollection AddIngestion(this IServiceCollection services) => services
        .AddJsonBodyLimits(section: "Ingestion")
        .AddQueryFlags(IngestionFlags.All)
        .AddSingleton<EventForwarder>();

    public static IEndpointRouteBuilder MapIngestion(this IEndpointRouteBuilder app)
    {
        app.MapPost("/ingest/event", PostEvent)
            .WithName("PostEvent").WithTags("Ingestion")
            .WithSummary("Forwards a payload to the back-end, and answers once the back-end has accepted it.")
            .WithQueryFlags(IngestionFlags.All)
            .WithJsonBody<Payload>()
            .ProducesProblem(StatusCodes.Status502BadGateway)
            .ProducesProblem(StatusCodes.Status503ServiceUnavailable)
            .ProducesProblem(StatusCodes.Status504GatewayTimeout);
        return app;
    }

    private static async Task<Results<Ok, ValidationProblem, ProblemHttpResult>> PostEvent(
        EventForwarder forwarder, HttpContext context, CancellationToken requestAborted)
    {
        var binder = new QueryFlagBinder(context, IngestionFlags.All);
        if (IngestionFlags.Bind(binder) is not { } flags)
            return binder.ToValidationProblem("See GET /api/strategies for the flags.");

        AddMetricTags(context, flags);
        var (payload, problem) = await context.Request.ReadJsonBytesAsync(
            PayloadJsonContext.Default.Payload, Payload.Example, requestAborted);
        if (problem is not null)
            return problem;
        await forwarder.ForwardAsync(payload!, flags, requestAborted);
        return TypedResults.Ok();
    }

    private static void AddMetricTags(HttpContext context, IngestionFlags flags)
    {
        if (context.Features.Get<IHttpMetricsTagsFeature>()?.Tags is not { } tags)
            return;
        tags.Add(new("client_lifetime", flags.Lifetime));
        tags.Add(new("mode", flags.Mode));
        tags.Add(new("resilience", flags.Resilience));
    }
}
