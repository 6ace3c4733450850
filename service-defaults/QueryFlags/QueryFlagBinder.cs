using Microsoft.AspNetCore.Http.HttpResults;

namespace ServiceDefaults.QueryFlags;

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
        var known = 0;
        foreach (var flag in flags)
            known += IsSet(flag) ? 1 : 0;
        if (known == _query.Count)
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
