namespace FrontendApi.Backend;

/// <summary>
/// What the query flags of a request say about its calls to the back-end. <paramref name="Label"/> is the metrics label
/// strategy, and <paramref name="Client"/> the lifetime of the HttpClient.
/// </summary>
internal abstract record CallFlags(string Label, string Client, string Resilience, string Http)
{
    /// <summary>Whose requests share the HttpClient of the process: those of one strategy, or if empty, all.</summary>
    public virtual string Owner => "";

    /// <summary>Whether the request blocks a thread while the back-end works.</summary>
    public virtual bool IsBlocking => false;

    /// <summary>The flags that the route has, with their values.</summary>
    public abstract (string Flag, string Value)[] Values { get; }

    /// <summary>The labels of the request, and of those that it sends.</summary>
    public KeyValuePair<string, object?>[] Labels { get; init; } = [];
}
