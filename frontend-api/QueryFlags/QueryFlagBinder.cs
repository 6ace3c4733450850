using FrontendApi.Backend;
using Microsoft.AspNetCore.Http.HttpResults;

namespace FrontendApi.QueryFlags;

/// <summary>Reads the query flags of one request. Collects all errors, for a single response.</summary>
internal sealed class QueryFlagBinder
{
    private const int MaxUnknown = 5;

    private readonly IQueryCollection _query;
    private readonly ClientOptions _defaults;
    private Dictionary<string, string[]>? _errors;

    /// <summary>Starts binding the flags of a route, and adds an error for each unknown flag in the query.</summary>
    public QueryFlagBinder(IQueryCollection query, QueryFlag[] flags, ClientOptions defaults)
    {
        (_query, _defaults) = (query, defaults);
        // Unknown flags are rejected, because a request with a misspelled flag would silently measure the default.
        var names = flags.Select(flag => flag.Name).ToArray();
        // The answer to a request must not be many times as long.
        var unknown = query.Keys.Where(key => !names.Contains(key, StringComparer.OrdinalIgnoreCase));
        foreach (var key in unknown.Take(MaxUnknown))
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
            return flag.GetDefault(_defaults);
        var given = values.ToString();
        if (flag.Find(given) is { } value)
            return value;
        AddError(flag.Name, $"Invalid value '{given}'. Valid values: {string.Join(", ", flag.Values)}.");
        return given;
    }

    /// <summary>Adds an error about a query flag to the response that rejects the request.</summary>
    public void AddError(string flag, string message) => (_errors ??= [])[flag] = [message];

    /// <summary>Creates the response that reports all errors, and where the flags are listed.</summary>
    public ValidationProblem ToValidationProblem() => TypedResults.ValidationProblem(
        _errors ?? [], "See GET /api/strategies for the strategies and flags.", title: "Invalid query flag");
}
