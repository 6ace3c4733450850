using ServiceDefaults;

namespace FrontendApi.Ingestion;

internal static class IngestionEndpoints
{
    public static IServiceCollection AddIngestion(this IServiceCollection services) => services
        .AddJsonBodyLimits()
        .AddQueryFlags(Flags.OfIngestion)
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
        EventForwarder forwarder, FlagLabels flagLabels, IOptions<QueryFlagDefaults> defaults, HttpContext context,
        CancellationToken requestAborted)
    {
        var binder = new QueryFlagBinder(context.Request, Flags.OfIngestion, defaults.Value);
        var (lifetime, mode) = (binder.Get(Flags.Client), binder.Get(Flags.Mode));
        var resilience = binder.Get(Flags.Resilience);
        if (!binder.IsValid)
            return binder.ToValidationProblem("See GET /api/strategies for the flags.");

        var flags = flagLabels.AddTo(context, new() { Client = lifetime, Resilience = resilience, Mode = mode });
        var (_, payload, problem) = await context.Request.ReadJsonAsync(
            PayloadJsonContext.Default.Payload, Payload.Example, requestAborted);
        if (problem is not null)
            return problem;
        await forwarder.ForwardAsync(payload, flags, lifetime, mode, resilience, requestAborted);
        return TypedResults.Ok();
    }
}
