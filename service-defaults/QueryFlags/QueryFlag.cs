using System.Text.Json.Nodes;
using Microsoft.AspNetCore.Builder;
using Microsoft.Extensions.Configuration;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.OpenApi;

namespace ServiceDefaults.QueryFlags;

/// <summary>A query parameter with which a caller chooses how a request is handled.</summary>
/// <param name="name">The name of the query parameter.</param>
/// <param name="summary">The choice that the flag makes, in one sentence.</param>
/// <param name="configurationKey">The configuration key of the default value.</param>
/// <param name="values">The valid values. Their names ignore case.</param>
/// <param name="fallback">
/// The value that applies if neither the caller nor the configuration sets one; null for the first value.
/// </param>
public sealed class QueryFlag(
    string name, string summary, string configurationKey, IReadOnlyList<string> values, string? fallback = null)
{
    public string Name { get; } = name;

    public string Summary { get; } = summary;

    public string ConfigurationKey { get; } = configurationKey;

    public IReadOnlyList<string> Values { get; } = values;

    /// <summary>Returns the value that applies to requests without the flag.</summary>
    public string GetDefault(IConfiguration configuration) =>
        configuration[ConfigurationKey] is { } configured ? Find(configured) ?? configured : fallback ?? Values[0];

    /// <summary>Returns the valid value with the given name, or null if there is none.</summary>
    public string? Find(string given)
    {
        foreach (var value in Values)
        {
            if (value.Equals(given, StringComparison.OrdinalIgnoreCase))
                return value;
        }

        return null;
    }

    internal OpenApiParameter CreateParameter(IConfiguration configuration) => new()
    {
        Name = Name,
        In = ParameterLocation.Query,
        Description = Summary,
        Schema = new OpenApiSchema
        {
            Type = JsonSchemaType.String,
            Enum = [.. Values.Select(value => JsonValue.Create(value))],
            Default = GetDefault(configuration),
        },
    };
}

/// <summary>The query flags of a service, each with the value that applies to requests without it.</summary>
public sealed class QueryFlagDefaults
{
    private readonly OrderedDictionary<QueryFlag, string> _values = [];

    public IReadOnlyList<QueryFlag> Flags => _values.Keys;

    public string this[QueryFlag flag]
    {
        get => _values[flag];
        internal set => _values[flag] = value;
    }
}

/// <summary>Registers and documents query flags.</summary>
public static class QueryFlagExtensions
{
    /// <summary>
    /// Reads the default values of query flags from the configuration, and validates them when the service starts.
    /// </summary>
    /// <returns>The service collection, so that calls can be chained.</returns>
    public static IServiceCollection AddQueryFlags(this IServiceCollection services, IReadOnlyList<QueryFlag> flags)
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
    /// <returns>The route or group of routes, so that calls can be chained.</returns>
    public static TBuilder WithQueryFlags<TBuilder>(this TBuilder route, IReadOnlyList<QueryFlag> flags)
        where TBuilder : IEndpointConventionBuilder =>
        route.AddOpenApiOperationTransformer((operation, context, _) =>
        {
            var configuration = context.ApplicationServices.GetRequiredService<IConfiguration>();
            operation.Parameters ??= [];
            foreach (var flag in flags)
                operation.Parameters.Add(flag.CreateParameter(configuration));
            return Task.CompletedTask;
        });
}
