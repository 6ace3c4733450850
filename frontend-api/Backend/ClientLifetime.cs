namespace FrontendApi.Backend;

/// <summary>Who owns the HttpClient and its connections: the values of the flag <c>client</c>.</summary>
internal static class ClientLifetime
{
    /// <summary>IHttpClientFactory: a client for each incoming request, over pooled handlers.</summary>
    public const string Factory = "factory";

    /// <summary>One client for the process.</summary>
    public const string Shared = "shared";

    /// <summary>A new client, with connections of its own, for each incoming request, disposed with it.</summary>
    public const string PerRequest = "per-request";

    /// <summary>What the metrics say of a WebClient strategy. Not a value of the flag.</summary>
    public const string Own = "own";

    public static readonly IReadOnlyList<string> Values = [Factory, Shared, PerRequest];
}
