using System.Globalization;
using Prometheus;

namespace ServiceDefaults.Metrics;

/// <summary>A list of tags that an instrument uses, and which of them gives each label of the metric.</summary>
/// <param name="keys">The keys of the tags.</param>
/// <param name="positions">For each label, the position of its tag, or -1 if the measurement has none.</param>
/// <param name="getChild">The function that returns the series with the given values of all labels.</param>
internal sealed class TagLayout(string[] keys, int[] positions, Func<string[], ChildBase> getChild)
{
    private const int MaxRecentSeries = 16;

    // Most measurements have the tags of an earlier one, and often the very objects. To compare them takes much less time
    // than to search for labels.
    private readonly Series?[] _recent = new Series?[MaxRecentSeries];
    private uint _replaced;

    public bool Matches(ReadOnlySpan<KeyValuePair<string, object?>> tags)
    {
        if (tags.Length != keys.Length)
            return false;
        for (var i = 0; i < keys.Length; i++)
        {
            if (tags[i].Key != keys[i])
                return false;
        }

        return true;
    }

    /// <summary>Returns the series for the tags of a measurement.</summary>
    public ChildBase FindChild(ReadOnlySpan<KeyValuePair<string, object?>> tags)
    {
        foreach (var series in _recent)
        {
            if (series is null)
                break;
            if (series.Has(tags))
                return series.Child;
        }

        var labels = new string[positions.Length];
        for (var i = 0; i < labels.Length; i++)
            labels[i] = positions[i] < 0 ? "" : Format(tags[positions[i]].Value);
        var child = getChild(labels);
        var values = new object?[tags.Length];
        for (var i = 0; i < values.Length; i++)
            values[i] = tags[i].Value;
        _recent[(Interlocked.Increment(ref _replaced) - 1) % MaxRecentSeries] = new(values, child);
        return child;
    }

    private static string Format(object? value) => Convert.ToString(value, CultureInfo.InvariantCulture) ?? "";

    private sealed record Series(object?[] Values, ChildBase Child)
    {
        public bool Has(ReadOnlySpan<KeyValuePair<string, object?>> tags)
        {
            for (var i = 0; i < Values.Length; i++)
            {
                if (!ReferenceEquals(tags[i].Value, Values[i]) && !Equals(tags[i].Value, Values[i]))
                    return false;
            }

            return true;
        }
    }
}
