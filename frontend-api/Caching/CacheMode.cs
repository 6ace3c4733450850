using ServiceDefaults.QueryFlags;

namespace FrontendApi.Caching;

/// <summary>The values of the query flag <c>cache</c>: what requests with the same flags share.</summary>
internal static class CacheMode
{
    /// <summary>Shares nothing: every request makes its own calls to the back-end.</summary>
    public const string None = "none";

    /// <summary>
    /// Keeps documents of the back-end for a short time. Every request that finds a document expired reads it again, so
    /// that the back-end gets many calls at once.
    /// </summary>
    public const string Memory = "memory";

    /// <summary>Shares the calls that are under way, and keeps nothing after their end.</summary>
    public const string Coalescing = "coalescing";

    /// <summary>
    /// Keeps whole responses of the front-end for a short time. Requests for a response that is being made wait for it.
    /// </summary>
    public const string Output = "output";

    public static readonly ChoiceFlag CacheFlag = new("cache",
        "What requests with the same flags share: nothing, documents of the back-end, calls that are under way, or "
        + "whole responses. Documents and responses are kept for the time of the setting Cache:TimeToLive.",
        [None, Memory, Coalescing, Output], None)
    {
        ConfigurationKey = "Client:Cache",
    };
}
