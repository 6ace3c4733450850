using BackendApi.Telemetry;
using Microsoft.AspNetCore.Http.HttpResults;
using Newtonsoft.Json;
using ServiceDefaults;

namespace BackendApi.Ingestion;

internal static class IngestionEndpoints
{
    public static IServiceCollection AddIngestion(this IServiceCollection services) => services
        .AddJsonBodyLimits(section: "Ingestion")
        .AddSingleton<BackendMetrics>();

    public static IEndpointRouteBuilder MapIngestion(this IEndpointRouteBuilder app)
    {
        app.MapPost("/ingest/data", PostData)
            .WithName("PostData").WithTags("Ingestion")
            .WithSummary("Parses a payload, and the JSON text in it.")
            .WithJsonBody<Payload>();
        return app;
    }

    private static async Task<Results<Ok, ProblemHttpResult>> PostData(
        HttpRequest request, BackendMetrics metrics, CancellationToken requestAborted)
    {
        var (payload, _, problem) = await request.ReadJsonAsync(
            PayloadJsonContext.Default.Payload, Payload.Example, requestAborted);
        if (problem is not null)
            return problem;
        try
        {
            EmbeddedJson.Parse(payload!.Data);
        }
        catch (JsonException exception)
        {
            return TypedResults.Problem($"The text in 'data' is not valid JSON: {exception.Message}",
                statusCode: StatusCodes.Status400BadRequest);
        }

        metrics.CountParsedPayload();
        return TypedResults.Ok();
    }
}
