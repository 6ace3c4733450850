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
    public bool HasValidAddress => BaseAddress is
    {
        IsAbsoluteUri: true, Scheme: "http" or "https", PathAndQuery: "/", Fragment: "", UserInfo: "",
    };
}

/// <summary>
/// The number of connections to the back-end that a client may open. Configuration section <c>Client</c>.
/// </summary>
internal sealed class ConnectionOptions
{
    public const string Section = "Client";

    /// <summary>
    /// The largest number of connections of each SocketsHttpHandler, and so of each client with the lifetime
    /// <c>per-request</c>; all WebClients share one limit. 1 or more; unlimited by default, as for HttpClient.
    /// </summary>
    [Range(1, int.MaxValue, ErrorMessage = "Set Client:MaxConnectionsPerServer to 1 or more, or leave it out.")]
    public int MaxConnectionsPerServer { get; init; } = int.MaxValue;
}
