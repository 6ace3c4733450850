using System.Text.Json.Nodes;
using Microsoft.AspNetCore.Http.HttpResults;
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

/// <summary>Reads the query flags of one request. Collects all errors, for a single response.</summary>
public sealed class QueryFlagBinder
{
    private readonly IQueryCollection _query;
    private readonly QueryFlagDefaults _defaults;
    private Dictionary<string, string[]>? _errors;

    /// <summary>Starts binding the flags of a route, and adds an error for each unknown flag in the query.</summary>
    public QueryFlagBinder(HttpRequest request, QueryFlag[] flags, QueryFlagDefaults defaults)
    {
        (_query, _defaults) = (request.Query, defaults);
        // Unknown flags are rejected, because a request with a misspelled flag would silently measure the default.
        if (flags.Count(IsSet) == _query.Count)
            return;
        var names = flags.Select(flag => flag.Name).ToArray();
        foreach (var key in _query.Keys.Where(key => !names.Contains(key, StringComparer.OrdinalIgnoreCase)))
            AddError(key, $"Unknown flag '{key}'. Valid flags: {string.Join(", ", names)}.");
    }

    /// <summary>Whether no error has been found so far in the query flags of the request.</summary>
    public bool IsValid => _errors is null;

    /// <summary>Returns whether the caller set the given query flag.</summary>
    public bool IsSet(QueryFlag flag) => _query.ContainsKey(flag.Name);

    /// <summary>Returns the value of a flag, or the default. Adds an error if the value is not valid.</summary>
    public string Get(QueryFlag flag)
    {
        if (!_query.TryGetValue(flag.Name, out var values))
            return _defaults[flag];
        var given = values.ToString();
        if (flag.Find(given) is { } value)
            return value;
        AddError(flag.Name, $"Invalid value '{given}'. Valid values: {string.Join(", ", flag.Values)}.");
        return given;
    }

    /// <summary>Adds an error about a query flag to the response that rejects the request.</summary>
    public void AddError(string flag, string message) => (_errors ??= [])[flag] = [message];

    /// <summary>Creates the response that reports all errors, and where the flags are listed.</summary>
    public ValidationProblem ToValidationProblem(string detail) =>
        TypedResults.ValidationProblem(_errors ?? [], detail, title: "Invalid query flag");
}

/// <summary>Registers and documents query flags.</summary>
public static class QueryFlagExtensions
{
    /// <summary>Reads the default values from the configuration, and validates them when the service starts.</summary>
    public static IServiceCollection AddQueryFlags(this IServiceCollection services, QueryFlag[] flags)
    {
        services.AddKnownSettings(flags.Select(flag => flag.ConfigurationKey));
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
