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
        foreach (var parameter in (operation.Parameters ?? []).OfType<OpenApiParameter>())
        {
            if (Flag.All.FirstOrDefault(flag => flag.Name == parameter.Name) is not { } flag)
                continue;
            parameter.Description = flag.Summary;
            parameter.Schema = new OpenApiSchema
            {
                Type = JsonSchemaType.String,
                Enum = [.. flag.Values.Select(value => JsonValue.Create(value))],
                Default = flag.Default(defaults),
            };
        }

        return Task.CompletedTask;
    }
}
