using System.ComponentModel.DataAnnotations;

namespace FrontendApi.Caching;

/// <summary>
/// The limits of what requests with the query flag <c>cache</c> keep. Configuration section <c>Cache</c>.
/// </summary>
internal sealed class CacheOptions
{
    public const string Section = "Cache";

    /// <summary>
    /// The time for which documents (<c>cache=memory</c>) and responses (<c>cache=output</c>) are kept. From 10 ms to 1
    /// h; the default is 1 s.
    /// </summary>
    [Range(typeof(TimeSpan), "00:00:00.010", "01:00:00",
        ErrorMessage = "Set Cache:TimeToLive to a time between 00:00:00.010 and 01:00:00.")]
    public TimeSpan TimeToLive { get; init; } = TimeSpan.FromSeconds(1);

    /// <summary>
    /// The largest number of documents that <c>cache=memory</c> keeps. A list of orders is one document. From 1 to
    /// 1,000,000; the default is 10,000, which is 20 MB with documents of 2 kB.
    /// </summary>
    [Range(1, 1_000_000, ErrorMessage = "Set Cache:MaxDocuments to a number between {1} and {2}.")]
    public int MaxDocuments { get; init; } = 10_000;
}
