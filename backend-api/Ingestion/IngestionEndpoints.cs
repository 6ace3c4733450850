using System.Diagnostics.Metrics;
using Microsoft.AspNetCore.Http.HttpResults;
using Newtonsoft.Json;
using ServiceDefaults;

namespace BackendApi.Ingestion;

internal static class IngestionEndpoints
{
    public static void MapIngestion(this IEndpointRouteBuilder app) => app.MapPost("/ingest/data", PostData)
        .WithName("PostData").WithTags("Ingestion").WithSummary("Parses a payload, and the JSON text in it.")
        .WithJsonBody<Payload>().ProducesProblem(400);

    public static void AddIngestion(this IServiceCollection services) =>
        services.AddJsonBodyLimits().AddSingleton<BackendMetrics>();

    private static async Task<Results<Ok, ProblemHttpResult>> PostData(
        HttpRequest request, BackendMetrics metrics, CancellationToken requestAborted)
    {
        var (payload, _, problem) = await request.ReadJsonAsync(
            PayloadJsonContext.Default.Payload, """{"data": "<JSON text>"}""", requestAborted);
        if (problem is not null)
            return problem;
        try
        {
            EmbeddedJson.Parse(payload!.Data);
        }
        catch (JsonException exception)
        {
            return TypedResults.Problem(
                $"The text in 'data' is not valid JSON: {exception.Message}", statusCode: 400);
        }

        metrics.CountParsedPayload();
        return TypedResults.Ok();
    }
}

internal sealed class BackendMetrics(IMeterFactory meters)
{
    private readonly Counter<long> _payloadsParsed = meters.Create("BackendApi").CreateCounter<long>(
        "ingest.payloads.parsed", "{payload}", "Payloads parsed successfully. Counted before the response is sent.");

    public void CountParsedPayload() => _payloadsParsed.Add(1);
}
