using Microsoft.AspNetCore.Builder;
using Microsoft.Extensions.Configuration;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Options;
using Microsoft.OpenApi;

namespace ServiceDefaults.QueryFlags;

/// <summary>
/// The query flags of a service, each with the default value that the configuration sets for the flag.
/// </summary>
public sealed class QueryFlagDefaults
{
    private readonly OrderedDictionary<QueryFlag, string> _values = [];

    /// <summary>
    /// The query flags of all features of the service, in the order in which the features were added.
    /// </summary>
    public IReadOnlyList<QueryFlag> Flags => _values.Keys;

    public string this[QueryFlag flag]
    {
        get => _values.GetValueOrDefault(flag, flag.DefaultValue);
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
                .Configure<IConfiguration>((defaults, settings) => defaults[flag] = ReadDefault(flag, settings))
                .Validate(defaults => flag.IsValid(defaults[flag]),
                    $"Set {flag.ConfigurationKey} to one of: {flag.ValidValues}.");
        }

        return services;
    }

    /// <summary>Shows the query flags of a route, with their values and defaults, in the OpenAPI document.</summary>
    /// <returns>The route or group of routes, so that calls can be chained.</returns>
    public static TBuilder WithQueryFlags<TBuilder>(this TBuilder route, IReadOnlyList<QueryFlag> flags)
        where TBuilder : IEndpointConventionBuilder =>
        route.AddOpenApiOperationTransformer((operation, context, _) =>
        {
            var defaults = context.ApplicationServices.GetRequiredService<IOptions<QueryFlagDefaults>>().Value;
            operation.Parameters ??= [];
            foreach (var flag in flags)
                operation.Parameters.Add(CreateParameter(flag, defaults[flag]));
            return Task.CompletedTask;
        });

    private static string ReadDefault(QueryFlag flag, IConfiguration configuration) =>
        flag.ConfigurationKey is { } key ? configuration[key] ?? flag.DefaultValue : flag.DefaultValue;

    private static OpenApiParameter CreateParameter(QueryFlag flag, string defaultValue) => new()
    {
        Name = flag.Name,
        In = ParameterLocation.Query,
        Description = flag.Summary,
        Schema = flag.CreateSchema(defaultValue),
    };
}
