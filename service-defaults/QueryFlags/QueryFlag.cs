using System.Text.Json.Nodes;
using Microsoft.OpenApi;

namespace ServiceDefaults.QueryFlags;

/// <summary>A query parameter with which a caller chooses how a request is handled.</summary>
public sealed class QueryFlag(
    string name, string summary, string configurationKey, string fallback, IReadOnlyList<string> values)
{
    public string Name => name;

    public string Summary => summary;

    public string ConfigurationKey => configurationKey;

    public IReadOnlyList<string> Values => values;

    /// <summary>Returns the value that applies to requests without the flag, which may not be valid.</summary>
    public string GetDefault(IConfiguration configuration) =>
        configuration[configurationKey] is { } configured ? Find(configured) ?? configured : fallback;

    /// <summary>Returns the valid value with the given name, in any case, or null if there is none.</summary>
    public string? Find(string given)
    {
        foreach (var value in values)
        {
            if (value.Equals(given, StringComparison.OrdinalIgnoreCase))
                return value;
        }

        return null;
    }
}

/// <summary>The query flags of a service, each with the value that applies to requests without it.</summary>
public sealed class QueryFlagDefaults : OrderedDictionary<QueryFlag, string>;

/// <summary>Registers and documents query flags.</summary>
public static class QueryFlagExtensions
{
    /// <summary>Reads the default values from the configuration, and validates them when the service starts.</summary>
    public static IServiceCollection AddQueryFlags(this IServiceCollection services, QueryFlag[] flags)
    {
        var options = services.AddOptions<QueryFlagDefaults>().ValidateOnStart();
        foreach (var flag in flags)
        {
            options
                .Configure<IConfiguration>((defaults, settings) => defaults[flag] = flag.GetDefault(settings))
                .Validate(defaults => flag.Find(defaults[flag]) is not null,
                    $"Set {flag.ConfigurationKey} to one of: {string.Join(", ", flag.Values)}.");
        }

        return services;
    }

    /// <summary>Shows the query flags of a route, with their values and defaults, in the OpenAPI document.</summary>
    public static RouteHandlerBuilder WithQueryFlags(this RouteHandlerBuilder route, QueryFlag[] flags) =>
        route.AddOpenApiOperationTransformer((operation, context, _) =>
        {
            var configuration = context.ApplicationServices.GetRequiredService<IConfiguration>();
            operation.Parameters = [.. operation.Parameters ?? [], .. flags.Select(flag => new OpenApiParameter
            {
                Name = flag.Name,
                In = ParameterLocation.Query,
                Description = flag.Summary,
                Schema = new OpenApiSchema
                {
                    Type = JsonSchemaType.String,
                    Enum = [.. flag.Values.Select(value => JsonValue.Create(value))],
                    Default = flag.GetDefault(configuration),
                },
            })];
            return Task.CompletedTask;
        });
}
