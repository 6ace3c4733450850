using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Http;
using Microsoft.OpenApi;

namespace ServiceDefaults.Ingestion;

/// <summary>A route that takes a payload, in the OpenAPI document.</summary>
public static class PayloadRoute
{
    /// <summary>
    /// Not by Accepts, with which the router itself would refuse other types: without a word, and under no route in the
    /// metrics.
    /// </summary>
    public static RouteHandlerBuilder TakesPayload(this RouteHandlerBuilder route)
    {
        foreach (var status in (int[])[400, 408, 413, 415])
            route.ProducesProblem(status);
        return route.AddOpenApiOperationTransformer(async (operation, context, cancellationToken) =>
        {
            var schema = await context.GetOrCreateSchemaAsync(typeof(Payload), cancellationToken: cancellationToken);
            operation.RequestBody = new OpenApiRequestBody
            {
                Required = true,
                Content = new Dictionary<string, OpenApiMediaType> { ["application/json"] = new() { Schema = schema } },
            };
        });
    }
}
