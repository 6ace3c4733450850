using System.Collections.Concurrent;
using System.Diagnostics.CodeAnalysis;
using FrontendApi.Backend;
using Microsoft.AspNetCore.Http.Features;
using Microsoft.AspNetCore.Http.HttpResults;

namespace FrontendApi.QueryFlags;

/// <summary>The query flags of a route, which are bound once for each query string.</summary>
internal sealed class RouteFlags<T>(
    QueryFlag[] route, Func<QueryFlagBinder, BackendOptions, T?> bind, FlagLabels labels, FrontendMetrics metrics,
    IOptions<ClientOptions> defaults, IOptions<BackendOptions> backend)
    where T : CallFlags
{
    // A caller can make up any number of query strings, and long ones.
    private const int MaxQueries = 1_024, MaxQueryLength = 256;

    private readonly ConcurrentDictionary<string, T> _bound = [];

    /// <summary>
    /// Returns whether the flags of a request are valid, and then labels its metrics and its span with them.
    /// </summary>
    public bool TryGet(
        HttpContext context, [NotNullWhen(true)] out T? flags, [NotNullWhen(false)] out ValidationProblem? problem)
    {
        problem = null;
        var query = context.Request.QueryString.Value ?? "";
        if (!_bound.TryGetValue(query, out flags))
        {
            var binder = new QueryFlagBinder(context.Request.Query, route, defaults.Value);
            flags = bind(binder, backend.Value);
            if (flags is null || !binder.IsValid)
            {
                problem = binder.ToValidationProblem();
                return false;
            }

            flags = flags with { Labels = labels.Get(flags.Values) };
            if (query.Length <= MaxQueryLength && _bound.Count < MaxQueries)
                _bound.TryAdd(query, flags);
        }

        AddLabels(context, flags.Labels);
        return true;
    }

    private void AddLabels(HttpContext context, KeyValuePair<string, object?>[] flagLabels)
    {
        if (ReferenceEquals(flagLabels[0].Value, FlagLabels.Other))
            metrics.CountOtherFlags();
        if (context.Features.Get<IHttpMetricsTagsFeature>() is not { Tags: var tags })
            return;
        foreach (var label in flagLabels)
            tags.Add(label);
    }
}
