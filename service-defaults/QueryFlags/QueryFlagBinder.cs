using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Http.HttpResults;

namespace ServiceDefaults.QueryFlags;

/// <summary>
/// Reads the query flags of one request: the values that the caller set, and the default values of all other flags.
/// Collects all errors, so that a single response reports them.
/// </summary>
public sealed class QueryFlagBinder
{
    private readonly IQueryCollection _query;
    private readonly QueryFlagDefaults _defaults;
    private Dictionary<string, string[]>? _errors;

    /// <summary>Starts binding the query of a request, and adds an error for each unknown flag in it.</summary>
    /// <param name="request">The request.</param>
    /// <param name="flags">The flags that the route understands.</param>
    /// <param name="defaults">The values of the flags that the caller does not set.</param>
    public QueryFlagBinder(HttpRequest request, IReadOnlyList<QueryFlag> flags, QueryFlagDefaults defaults)
    {
        (_query, _defaults) = (request.Query, defaults);
        // Unknown flags are rejected, because a request with a misspelled flag would silently measure the default.
        foreach (var (key, _) in _query)
        {
            if (!IsKnown(key, flags))
                AddError(key, $"Unknown flag '{key}'. Valid flags: {string.Join(", ", flags.Select(flag => flag.Name))}.");
        }
    }

    /// <summary>Whether no error has been found so far in the query flags of the request.</summary>
    public bool IsValid => _errors is null;

    /// <summary>Returns whether the caller set the given query flag.</summary>
    public bool IsSet(QueryFlag flag) => _query.ContainsKey(flag.Name);

    /// <summary>
    /// Returns the value of a flag, or the default if the caller set none. Adds an error if the value is not valid.
    /// </summary>
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

    /// <summary>Creates the response that reports all errors in the query flags of the request.</summary>
    /// <param name="detail">The sentence that tells the caller where to find the valid flags.</param>
    public ValidationProblem ToValidationProblem(string detail) =>
        TypedResults.ValidationProblem(_errors ?? [], detail, title: "Invalid query flag");

    private static bool IsKnown(string key, IReadOnlyList<QueryFlag> flags)
    {
        foreach (var flag in flags)
        {
            if (flag.Name.Equals(key, StringComparison.OrdinalIgnoreCase))
                return true;
        }

        return false;
    }
}
