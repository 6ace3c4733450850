namespace FrontendApi.Backend;

/// <summary>
/// The settings that an HttpClient keeps for its life, so that callers who choose others get another client.
/// </summary>
internal sealed class BackendClientSettings
{
    private BackendClientSettings(string http, string compression) =>
        (Http, Compression, FactoryName) = (http, compression, $"backend-http-{http}-{compression}");

    /// <summary>The client for HTTP/1.1 without compression.</summary>
    public static readonly BackendClientSettings Default =
        new(BackendProtocol.Http11, BackendCompression.None);

    /// <summary>The settings for every combination of the query flags <c>http</c> and <c>compression</c>.</summary>
    public static readonly IReadOnlyList<BackendClientSettings> All =
    [
        Default,
        .. from http in BackendProtocol.HttpFlag.Values
           from compression in BackendCompression.CompressionFlag.Values
           where (http, compression) != (Default.Http, Default.Compression)
           select new BackendClientSettings(http, compression),
    ];

    /// <summary>The value of the query flag <c>http</c>.</summary>
    public string Http { get; }

    /// <summary>The value of the query flag <c>compression</c>.</summary>
    public string Compression { get; }

    /// <summary>The name of the client in IHttpClientFactory.</summary>
    public string FactoryName { get; }

    public static BackendClientSettings Get(string http, string compression)
    {
        foreach (var settings in All)
        {
            if (settings.Http == http && settings.Compression == compression)
                return settings;
        }

        throw new ArgumentOutOfRangeException(nameof(http), (http, compression), "Unknown client settings.");
    }

    /// <summary>Makes a client call the back-end with these settings.</summary>
    public void Configure(HttpClient client, BackendOptions backend) =>
        BackendProtocol.Configure(client, Http, backend.GetAddress(Http));

    /// <summary>Configures the connections of a client, and what it does with responses.</summary>
    public void Configure(SocketsHttpHandler handler, ConnectionOptions connections)
    {
        BackendProtocol.Configure(handler, Http, connections);
        BackendCompression.Configure(handler, Compression);
    }
}
