using System.ComponentModel.DataAnnotations;

namespace FrontendApi.Backend;

/// <summary>
/// The address of the back-end, and the time limit for a call to it. Configuration section <c>Backend</c>.
/// </summary>
internal sealed class BackendOptions
{
    public const string Section = "Backend";

    /// <summary>
    /// The http or https address of the back-end, without a path. The default is http://localhost:5101.
    /// </summary>
    [Required(ErrorMessage = "Set Backend:BaseAddress to an address such as http://localhost:5101.")]
    public Uri BaseAddress { get; init; } = new("http://localhost:5101");

    /// <summary>
    /// The address at which the back-end speaks HTTP/2. Without TLS, this is another one than BaseAddress. The default
    /// is none, and then HTTP/2 is available only if BaseAddress is an https address.
    /// </summary>
    public Uri? Http2Address { get; init; }

    /// <summary>
    /// The time limit for a whole call to the back-end, headers and body. A blocking WebClient applies the limit to
    /// each part of the response. From 10 ms to 10 min; the default is 10 s.
    /// </summary>
    [Range(typeof(TimeSpan), "00:00:00.010", "00:10:00",
        ErrorMessage = "Set Backend:Timeout to a time between 00:00:00.010 and 00:10:00.")]
    public TimeSpan Timeout { get; init; } = TimeSpan.FromSeconds(10);

    /// <summary>
    /// The time limit for all calls that an aggregate needs. A call that WebClient has begun is not cut off, so with
    /// WebClient an aggregate may take longer by one call. From 10 ms to 10 min; the default is 30 s.
    /// </summary>
    [Range(typeof(TimeSpan), "00:00:00.010", "00:10:00",
        ErrorMessage = "Set Backend:AggregateTimeout to a time between 00:00:00.010 and 00:10:00.")]
    public TimeSpan AggregateTimeout { get; init; } = TimeSpan.FromSeconds(30);

    /// <summary>
    /// The largest size of a response body of the back-end, in bytes. From 1 KiB to 64 MiB; the default is 64 KiB, 32
    /// times as much as the largest document.
    /// </summary>
    [Range(1_024, 67_108_864, ErrorMessage = "Set Backend:MaxResponseBytes to a number between {1} and {2}.")]
    public int MaxResponseBytes { get; init; } = 65_536;

    /// <summary>
    /// Whether BaseAddress consists of only a scheme, a host and a port. A user name and a password are not allowed,
    /// because no client would send them, and messages would show them.
    /// </summary>
    public bool HasValidAddress => IsValid(BaseAddress);

    /// <inheritdoc cref="HasValidAddress"/>
    public bool HasValidHttp2Address => Http2Address is null || IsValid(Http2Address);

    /// <summary>Gets the address at which the back-end speaks a version of HTTP; null if there is none.</summary>
    /// <param name="http">A value of the query flag <c>http</c>.</param>
    public Uri? GetAddress(string http) => http is BackendProtocol.Http11
        ? BaseAddress
        : Http2Address ?? (BaseAddress.Scheme == Uri.UriSchemeHttps ? BaseAddress : null);

    /// <summary>Whether the back-end speaks the configured default version of HTTP, if that is a valid one.</summary>
    public bool HasAddressFor(string? http) =>
        http is null || !BackendProtocol.HttpFlag.IsValid(http) || GetAddress(http) is not null;

    private static bool IsValid(Uri address) => address is
    {
        IsAbsoluteUri: true, Scheme: "http" or "https", PathAndQuery: "/", Fragment: "", UserInfo: "",
    };
}

/// <summary>
/// The connections to the back-end: their number and their life. Configuration section <c>Client</c>.
/// </summary>
internal sealed class ConnectionOptions
{
    public const string Section = "Client";

    private static readonly TimeSpan ShortestLifetime = TimeSpan.FromSeconds(1);
    private static readonly TimeSpan LongestLifetime = TimeSpan.FromDays(1);

    /// <summary>
    /// The largest number of connections of each SocketsHttpHandler, and so of each client with the lifetime
    /// <c>per-request</c>; all WebClients share one limit. 1 or more; unlimited by default, as for HttpClient.
    /// </summary>
    [Range(1, int.MaxValue, ErrorMessage = "Set Client:MaxConnectionsPerServer to 1 or more, or leave it out.")]
    public int MaxConnectionsPerServer { get; init; } = int.MaxValue;

    /// <summary>
    /// The age at which a connection is replaced by a new one, which follows DNS changes of the back-end. With
    /// IHttpClientFactory, it is the age at which the handler with all its connections is replaced. From 1 s to 1 day,
    /// or -00:00:00.001 for never; the default is 2 min, as with IHttpClientFactory. WebClients ignore it.
    /// </summary>
    public TimeSpan PooledConnectionLifetime { get; init; } = TimeSpan.FromMinutes(2);

    /// <summary>
    /// The time after which an unused connection is closed. It should be shorter than that of the back-end, which would
    /// otherwise close a connection while a request is on its way. From 1 s to 1 day, or -00:00:00.001 for never; the
    /// default is 1 min, as in HttpClient. WebClients ignore it.
    /// </summary>
    public TimeSpan PooledConnectionIdleTimeout { get; init; } = TimeSpan.FromMinutes(1);

    public bool HasValidLifetime => IsValid(PooledConnectionLifetime);

    public bool HasValidIdleTimeout => IsValid(PooledConnectionIdleTimeout);

    private static bool IsValid(TimeSpan time) =>
        time == Timeout.InfiniteTimeSpan || (time >= ShortestLifetime && time <= LongestLifetime);
}
