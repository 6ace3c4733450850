using System.Text;

namespace FrontendApi.Backend;

/// <summary>
/// Passes the headers X-Faults and X-Faults-Token of an incoming request on to the back-end, which decides whether it
/// injects the faults. In use only if the configuration key <c>Faults:PassOn</c> is true.
/// </summary>
internal sealed class FaultHeaders(IHttpContextAccessor? incoming = null)
{
    private static readonly string[] Names = ["X-Faults", "X-Faults-Token"];

    /// <summary>
    /// Returns the headers to pass on for the current incoming request. A value with other characters than ASCII is
    /// left out: the clients could not send it, and the call would fail as if the back-end could not be reached.
    /// </summary>
    public IEnumerable<(string Name, string Value)> Read() => incoming?.HttpContext is { Request.Headers: var headers }
        ? Names.Where(name => headers.TryGetValue(name, out var value) && Ascii.IsValid(value.ToString()))
            .Select(name => (name, headers[name].ToString()))
        : [];

    /// <summary>Adds the headers to the requests of an HttpClient.</summary>
    public sealed class Handler(FaultHeaders faults) : DelegatingHandler
    {
        protected override Task<HttpResponseMessage> SendAsync(
            HttpRequestMessage request, CancellationToken cancellationToken)
        {
            foreach (var (name, value) in faults.Read())
                request.Headers.TryAddWithoutValidation(name, value);
            return base.SendAsync(request, cancellationToken);
        }
    }
}
