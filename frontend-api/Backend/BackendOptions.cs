using System.ComponentModel.DataAnnotations;

namespace FrontendApi.Backend;

/// <summary>The address of the back-end, and the limits of a call. Configuration section <c>Backend</c>.</summary>
internal sealed class BackendOptions
{
    private const string Advice = "Set Backend:{0} to a value between {1} and {2}.";

    /// <summary>The http or https address, without a path. The default is http://localhost:5101.</summary>
    [Required(ErrorMessage = "Set Backend:BaseAddress to an address such as http://localhost:5101.")]
    public Uri BaseAddress { get; init; } = new("http://localhost:5101");

    /// <summary>
    /// The address at which the back-end speaks HTTP/2 without TLS. None by default. An https BaseAddress speaks both
    /// versions, so that this one is not used.
    /// </summary>
    public Uri? Http2Address { get; init; }

    /// <summary>
    /// The address at which the health of the back-end is asked for, if it has a management port. By default, it is
    /// BaseAddress.
    /// </summary>
    public Uri? HealthAddress { get; init; }

    /// <summary>
    /// The time limit for a whole call to the back-end, headers, body and retries. A blocking WebClient applies the
    /// limit to each part of the response. From 10 ms to 10 min; the default is 10 s.
    /// </summary>
    [Range(typeof(TimeSpan), "00:00:00.010", "00:10:00", ErrorMessage = Advice)]
    public TimeSpan Timeout { get; init; } = TimeSpan.FromSeconds(10);

    /// <summary>The largest response body, in bytes. From 1 KiB to 64 MiB; the default is 64 KiB.</summary>
    [Range(1_024, 67_108_864, ErrorMessage = Advice)]
    public int MaxResponseBytes { get; init; } = 65_536;

    // No client would send a user name and a password, and messages would show them.
    public static bool IsValid(Uri? address) => address is
    {
        IsAbsoluteUri: true, Scheme: "http" or "https", PathAndQuery: "/", Fragment: "", UserInfo: "",
    };
}

/// <summary>
/// The connections to the back-end, and the values of query flags that a request does not have. Configuration section
/// <c>Client</c>.
/// </summary>
internal sealed class ClientOptions
{
    public string Strategy { get; init; } = "get-from-json";

    public string Lifetime { get; init; } = ClientLifetime.Factory;

    public string FanOut { get; init; } = FanOutMode.Sequential;

    public string Resilience { get; init; } = ResilienceMode.None;

    public string Http { get; init; } = HttpMode.Http11;

    public string Mode { get; init; } = BlockingMode.Async;

    /// <summary>
    /// The requests that may block a thread at the same time, with a blocking strategy or <c>mode=sync</c>; further
    /// ones are rejected with 503. Without it, a few hundred callers of such a strategy can stop the whole service,
    /// which is what these strategies are there to show. 1 or more; unlimited by default.
    /// </summary>
    [Range(1, int.MaxValue, ErrorMessage = "Set Client:MaxBlocking to 1 or more, or leave it out.")]
    public int? MaxBlocking { get; init; }

    /// <summary>
    /// The age at which a connection is replaced by a new one, which follows DNS changes of the back-end. With
    /// IHttpClientFactory, it is also the age at which the handler with all its connections is replaced. From 1 s to 1
    /// day, or -00:00:00.001 for never; the default is 2 min, as with IHttpClientFactory. WebClients ignore it.
    /// </summary>
    public TimeSpan PooledConnectionLifetime { get; init; } = TimeSpan.FromMinutes(2);

    /// <summary>
    /// The time after which an unused connection is closed: shorter than that of the back-end, which could otherwise
    /// close it while a request is on its way. From 1 s to 1 day, or -00:00:00.001 for never; the default is 1 min, as
    /// in HttpClient. WebClients ignore it.
    /// </summary>
    public TimeSpan PooledConnectionIdleTimeout { get; init; } = TimeSpan.FromMinutes(1);

    public static bool IsValid(TimeSpan time) =>
        time == Timeout.InfiniteTimeSpan || time is { TotalSeconds: >= 1, TotalDays: <= 1 };
}
