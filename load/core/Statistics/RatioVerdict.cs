namespace TwoTier.Load.Statistics;

/// <summary>What the interval of a ratio to the baseline says.</summary>
[JsonConverter(typeof(JsonStringEnumConverter<RatioVerdict>))]
public enum RatioVerdict
{
    /// <summary>The interval contains both equality and a difference that matters.</summary>
    [JsonStringEnumMemberName("cannot tell")]
    CannotTell,

    /// <summary>The whole interval lies within the margin: the variants are equal for all practical purposes.</summary>
    [JsonStringEnumMemberName("same")]
    Same,

    /// <summary>More responses per second than the baseline.</summary>
    [JsonStringEnumMemberName("faster")]
    Faster,

    /// <summary>Fewer responses per second than the baseline.</summary>
    [JsonStringEnumMemberName("slower")]
    Slower,

    /// <summary>Less CPU time, or less allocated memory, for each request than the baseline.</summary>
    [JsonStringEnumMemberName("cheaper")]
    Cheaper,

    /// <summary>More CPU time, or more allocated memory, for each request than the baseline.</summary>
    [JsonStringEnumMemberName("dearer")]
    Dearer,

    /// <summary>
    /// The comparison is not valid, was stopped, or ran beside other programs that used too much CPU for a ratio so
    /// close to 1: its interval decides nothing. Percentiles have no verdict.
    /// </summary>
    [JsonStringEnumMemberName("withheld")]
    Withheld,
}
