using System.Text.Json.Nodes;
using FrontendApi.Backend;
using Microsoft.Extensions.DependencyInjection.Extensions;
using Microsoft.OpenApi;

namespace FrontendApi.QueryFlags;

/// <summary>
/// A query parameter with which a caller chooses how a request is handled. <paramref name="Setting"/> is the name of the
/// setting that applies to requests without it.
/// </summary>
internal sealed record QueryFlag(
    string Name, string Summary, string Setting, Func<ClientOptions, string> GetSetting, IReadOnlyList<string> Values)
{
    /// <summary>Returns the value that applies to requests without the flag.</summary>
    public string GetDefault(ClientOptions options) => Find(GetSetting(options))!;

    /// <summary>Returns the valid value with the given name, in any case, or null if there is none.</summary>
    public string? Find(string given) =>
        Values.FirstOrDefault(value => value.Equals(given, StringComparison.OrdinalIgnoreCase));
}

/// <summary>Registers and documents the query flags of a route.</summary>
internal static class QueryFlagExtensions
{
    /// <summary>Adds <see cref="RouteFlags{T}"/>, and validates the settings when the service starts.</summary>
    public static IServiceCollection AddRouteFlags<T>(
        this IServiceCollection services, QueryFlag[] flags, Func<QueryFlagBinder, BackendOptions, T?> bind)
        where T : CallFlags
    {
        var options = services.AddOptions<ClientOptions>();
        foreach (var flag in flags)
        {
            options.Validate(client => flag.Find(flag.GetSetting(client)) is not null,
                $"Set {flag.Setting} to one of: {string.Join(", ", flag.Values)}.");
        }

        services.TryAddSingleton<FlagLabels>();
        return services.AddSingleton(provider =>
            ActivatorUtilities.CreateInstance<RouteFlags<T>>(provider, flags, bind));
    }

    /// <summary>Shows the query flags of a route, with their values and defaults, in the OpenAPI document.</summary>
    public static RouteHandlerBuilder WithQueryFlags(this RouteHandlerBuilder route, QueryFlag[] flags) =>
        route.AddOpenApiOperationTransformer((operation, context, _) =>
        {
            var options = context.ApplicationServices.GetRequiredService<IOptions<ClientOptions>>().Value;
            operation.Parameters = [.. operation.Parameters ?? [], .. flags.Select(flag => new OpenApiParameter
            {
                Name = flag.Name,
                In = ParameterLocation.Query,
                Description = flag.Summary,
                Schema = new OpenApiSchema
                {
                    Type = JsonSchemaType.String,
                    Enum = [.. flag.Values.Select(value => JsonValue.Create(value))],
                    Default = flag.GetDefault(options),
                },
            })];
            return Task.CompletedTask;
        });
}
