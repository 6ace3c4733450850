using System.Net;

namespace FrontendApi.Backend;

#pragma warning disable SYSLIB0014 // WebClient is obsolete, and what the sources measured.

/// <summary>
/// A WebClient whose requests end. The timeout must be the same for every request: HttpWebRequest keeps connections only
/// for those that match the first of the process.
/// </summary>
internal sealed class BoundedWebClient(TimeSpan timeout) : WebClient
{
    protected override WebRequest GetWebRequest(Uri address)
    {
        var request = (HttpWebRequest)base.GetWebRequest(address);
        request.Timeout = (int)timeout.TotalMilliseconds;
        request.ReadWriteTimeout = (int)timeout.TotalMilliseconds;
        return request;
    }

    protected override WebResponse GetWebResponse(WebRequest request)
    {
        var response = base.GetWebResponse(request);
        FirstByte.Came();
        return response;
    }

    protected override WebResponse GetWebResponse(WebRequest request, IAsyncResult result)
    {
        var response = base.GetWebResponse(request, result);
        FirstByte.Came();
        return response;
    }
}
