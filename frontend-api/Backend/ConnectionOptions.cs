using System.ComponentModel.DataAnnotations;

namespace FrontendApi.Backend;

/// <summary>How many connections a client may open. Section <c>Client</c>.</summary>
internal sealed class ConnectionOptions
{
    public const string Section = "Client";

    /// <value>
    /// For each SocketsHttpHandler, so for each client of <c>per-request</c>; for all WebClients together. 1 or more, no
    /// limit by default, as HttpClient has none.
    /// </value>
    [Range(1, int.MaxValue, ErrorMessage = "Set Client:MaxConnectionsPerServer to 1 or more, or leave it out.")]
    public int MaxConnectionsPerServer { get; set; } = int.MaxValue;
}
