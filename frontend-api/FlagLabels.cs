using System.Collections.Concurrent;
using FrontendApi.Backend;
using Microsoft.AspNetCore.Http.Features;

namespace FrontendApi;

/// <summary>
/// Labels the metrics of requests with their flags. Each combination is many series of both request durations, so that
/// a process distinguishes the first 64 in its life. In a further one, each flag is "other".
/// </summary>
internal sealed class FlagLabels(FrontendMetrics metrics)
{
    public const int MaxCombinations = 64;
    private readonly ConcurrentDictionary<LabelledFlags, KeyValuePair<string, object?>[]> _known = [];

    /// <summary>Labels the metrics and the span of a request, and returns the labels.</summary>
    public KeyValuePair<string, object?>[] AddTo(HttpContext context, LabelledFlags flags)
    {
        var labels = Get(flags);
        if (context.Features.Get<IHttpMetricsTagsFeature>()?.Tags is { } tags)
        {
            foreach (var label in labels)
                tags.Add(label);
        }

        return labels;
    }

    private KeyValuePair<string, object?>[] Get(LabelledFlags flags)
    {
        if (_known.TryGetValue(flags, out var labels))
            return labels;
        // Requests at the same time can make a few more.
        if (_known.Count < MaxCombinations)
            return _known.GetOrAdd(flags, static flags => flags.ToLabels());
        metrics.CountOtherFlags();
        return flags.ToLabels("other");
    }
}

/// <summary>The values of all flags of a request; null for a flag that its route does not have.</summary>
internal readonly record struct LabelledFlags(
    string? Strategy, string? Client, string? FanOut, string? Resilience, string? Http, string? Mode)
{
    /// <summary>Returns a label for each flag that the route has, with its value or with another one.</summary>
    public KeyValuePair<string, object?>[] ToLabels(string? value = null) =>
    [
        .. from flag in new (string Name, string? Value)[]
           {
               ("strategy", Strategy), ("client", Client), ("fanout", FanOut), ("resilience", Resilience), ("http", Http),
               ("mode", Mode),
           }
           where flag.Value is not null
           select new KeyValuePair<string, object?>(flag.Name, value ?? flag.Value),
    ];
}
