using System.Text.Json.Nodes;
using Microsoft.Extensions.Options;
using Microsoft.OpenApi;

namespace FrontendApi.Flags;

/// <summary>Shows each flag of a route with its values and its default in the OpenAPI document.</summary>
internal static class FlagDocumentation
{
    public static RouteHandlerBuilder WithFlags(this RouteHandlerBuilder route, IReadOnlyList<Flag> flags) =>
        route.AddOpenApiOperationTransformer((operation, context, _) =>
        {
            var defaults = context.ApplicationServices.GetRequiredService<IOptions<FlagDefaults>>().Value;
            operation.Parameters ??= [];
            foreach (var flag in flags)
                operation.Parameters.Add(Describe(flag, defaults));
            return Task.CompletedTask;
        });

    private static OpenApiParameter Describe(Flag flag, FlagDefaults defaults) => new()
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
    };
}
