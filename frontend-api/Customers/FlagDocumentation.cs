using System.Text.Json.Nodes;
using Microsoft.AspNetCore.OpenApi;
using Microsoft.Extensions.Options;
using Microsoft.OpenApi;

namespace FrontendApi.Customers;

/// <summary>Shows each flag with its values and its default in the OpenAPI document.</summary>
internal static class FlagDocumentation
{
    public static Task Describe(
        OpenApiOperation operation, OpenApiOperationTransformerContext context, CancellationToken _)
    {
        var defaults = context.ApplicationServices.GetRequiredService<IOptions<FlagDefaults>>().Value;
        operation.Parameters ??= [];
        foreach (var flag in Flag.All)
        {
            operation.Parameters.Add(new OpenApiParameter
            {
                Name = flag.Name,
                In = ParameterLocation.Query,
                Description = flag.Summary,
                Schema = new OpenApiSchema
                {
                    Type = JsonSchemaType.String,
                    Enum = [.. flag.Values.Select(value => JsonValue.Create(value))],
                    Default = flag.Default(defaults),
                },
            });
        }

        return Task.CompletedTask;
    }
}
