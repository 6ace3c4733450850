using Microsoft.AspNetCore.Http.HttpResults;
using Newtonsoft.Json;
using ServiceDefaults.Ingestion;

namespace BackendApi.Ingestion;

internal static class IngestionEndpoints
{
    public static IEndpointRouteBuilder MapIngestion(this IEndpointRouteBuilder app)
    {
        app.MapPost("/ingest/data", Take)
            .WithTags("Ingestion").WithSummary("Parses a payload, and the JSON text in it")
            .TakesPayload();
        return app;
    }

    private static async Task<Results<Ok, ProblemHttpResult>> Take(
        HttpRequest request, BackendMetrics metrics, CancellationToken cancellationToken)
    {
        var (payload, refusal) = await request.ReadPayloadAsync(cancellationToken);
        if (refusal is not null)
            return refusal;
        try
        {
            PayloadText.Parse(payload!.Data);
        }
        catch (JsonException wrong)
        {
            return TypedResults.Problem($"The text in data is not JSON: {wrong.Message}", statusCode: StatusCodes.Status400BadRequest);
        }

        metrics.PayloadParsed();
        return TypedResults.Ok();
    }
}
