using System.Globalization;
using System.Text.Json.Nodes;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Http.HttpResults;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Options;
using Microsoft.OpenApi;

namespace ServiceDefaults.QueryFlags;

/// <summary>
/// Reads the query flags of one request: the values that the caller set, and the default values of all other flags.
/// Collects all errors, so that a single response reports them. The names of flags are case-insensitive, the values of
/// flags are case-sensitive.
/// </summary>
public sealed class QueryFlagBinder
{
    private readonly IQueryCollection _query;
    private readonly QueryFlagDefaults _defaults;
    private readonly Dictionary<string, string[]> _errors = [];

    /// <summary>Starts binding the query of a request, and adds an error for each unknown flag in it.</summary>
    /// <param name="context">The context of the request.</param>
    /// <param name="flags">The flags that the route understands.</param>
    public QueryFlagBinder(HttpContext context, IReadOnlyList<QueryFlag> flags)
    {
        _query = context.Request.Query;
        _defaults = context.RequestServices.GetRequiredService<IOptions<QueryFlagDefaults>>().Value;
        // Unknown flags are rejected, because a request with a misspelled flag would silently measure the default.
        foreach (var key in _query.Keys)
        {
            if (!IsKnown(key, flags))
                _errors[key] = [$"Unknown flag '{key}'. Valid flags: {JoinNames(flags)}."];
        }
    }

    /// <summary>Whether no error has been found so far in the query flags of the request.</summary>
    public bool IsValid => _errors.Count is 0;

    /// <summary>Returns whether the caller set the given query flag.</summary>
    public bool IsSet(QueryFlag flag) => _query.ContainsKey(flag.Name);

    /// <summary>
    /// Returns the value of a flag, or the default if the caller set none. Adds an error if the value is not valid.
    /// </summary>
    public string Get(ChoiceFlag flag) => GetText(flag);

    /// <summary>
    /// Returns the value of a flag, or the default if the caller set none. Adds an error if the value is not valid.
    /// </summary>
    public int Get(IntegerFlag flag) =>
        int.TryParse(GetText(flag), CultureInfo.InvariantCulture, out var value) ? value : 0;

    /// <summary>Adds an error about the given query flag to the response that rejects the request.</summary>
    public void AddError(QueryFlag flag, string message) => _errors[flag.Name] = [message];

    /// <summary>Creates the response that reports all errors in the query flags of the request.</summary>
    /// <param name="detail">
    /// The sentence that tells the caller where to find the valid flags, or null to leave it out.
    /// </param>
    public ValidationProblem ToValidationProblem(string? detail = null) =>
        TypedResults.ValidationProblem(_errors, detail, title: "Invalid query flag");

    private string GetText(QueryFlag flag)
    {
        if (!_query.TryGetValue(flag.Name, out var given))
            return _defaults[flag];
        var value = given.ToString();
        if (!flag.IsValid(value))
            AddError(flag, $"Invalid value '{value}'. Valid values: {flag.ValidValues}.");
        return value;
    }

    private static string JoinNames(IReadOnlyList<QueryFlag> flags) =>
        string.Join(", ", flags.Select(flag => flag.Name));

    private static bool IsKnown(string key, IReadOnlyList<QueryFlag> flags) =>
        flags.Any(flag => flag.Name.Equals(key, StringComparison.OrdinalIgnoreCase));
}

/// <summary>A query parameter with which a caller chooses how a request is handled.</summary>
/// <param name="name">The name of the query parameter.</param>
/// <param name="summary">The choice that the flag makes, in one sentence.</param>
/// <param name="fallback">The value that applies if neither the caller nor the configuration sets one.</param>
public abstract class QueryFlag(string name, string summary, string fallback)
{
    public string Name { get; } = name;

    public string Summary { get; } = summary;

    public string DefaultValue { get; } = fallback;

    /// <summary>The configuration key of the default value, or null if the default cannot be configured.</summary>
    public string? ConfigurationKey { get; init; }

    /// <summary>The valid values of the flag, worded for an error message.</summary>
    public abstract string ValidValues { get; }

    public abstract bool IsValid(string value);

    internal abstract OpenApiSchema CreateSchema(string defaultValue);
}

/// <summary>A flag whose value is one of a few case-sensitive names.</summary>
public sealed class ChoiceFlag(string name, string summary, IReadOnlyList<string> values, string fallback)
    : QueryFlag(name, summary, fallback)
{
    public IReadOnlyList<string> Values { get; } = values;

    public override string ValidValues => string.Join(", ", Values);

    public override bool IsValid(string value) => Values.Contains(value);

    internal override OpenApiSchema CreateSchema(string defaultValue) => new()
    {
        Type = JsonSchemaType.String,
        Enum = [.. Values.Select(value => JsonValue.Create(value))],
        Default = defaultValue,
    };
}

/// <summary>A flag whose value is a whole number within bounds.</summary>
public sealed class IntegerFlag(string name, string summary, int min, int max, int fallback)
    : QueryFlag(name, summary, fallback.ToString(CultureInfo.InvariantCulture))
{
    public override string ValidValues => $"whole numbers from {min} to {max}";

    public override bool IsValid(string value) =>
        int.TryParse(value, CultureInfo.InvariantCulture, out var number) && number >= min && number <= max;

    internal override OpenApiSchema CreateSchema(string defaultValue) => new()
    {
        Type = JsonSchemaType.Integer,
        Minimum = min.ToString(CultureInfo.InvariantCulture),
        Maximum = max.ToString(CultureInfo.InvariantCulture),
        Default = int.Parse(defaultValue, CultureInfo.InvariantCulture),
    };
}
