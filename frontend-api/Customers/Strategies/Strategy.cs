using FrontendApi.Backend;

namespace FrontendApi.Customers.Strategies;

/// <summary>An entry of the catalogue: what people say and see of a strategy, and the strategy.</summary>
internal sealed record Strategy
{
    public Strategy(string name, IReadStrategy<HttpClient> reads, string summary, string source)
        : this(name, summary, source) => OverHttpClient = reads;

    public Strategy(string name, IReadStrategy<WebClientConnections> reads, string summary, string source)
        : this(name, summary, source)
    {
        OverWebClient = reads;
        ContendsFor = "webclient-pool";
    }

    private Strategy(string name, string summary, string source) => (Name, Summary, Source) = (name, summary, source);

    /// <value>The flag's value and the metrics' label.</value>
    public string Name { get; }

    /// <value>The client's call, and what turns the body into an object.</value>
    public string Summary { get; }

    /// <value>Who measured it first, or since when it exists.</value>
    public string Source { get; }

    /// <value>Whether it holds a thread while the back-end works.</value>
    public bool Blocking { get; init; }

    /// <value>What a process has only one of: of two strategies with the same value, the first to call has it.</value>
    public string? ContendsFor { get; }

    public IReadStrategy<HttpClient>? OverHttpClient { get; }

    public IReadStrategy<WebClientConnections>? OverWebClient { get; }
}
