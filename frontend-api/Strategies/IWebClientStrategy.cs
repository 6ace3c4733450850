using System.Net;

namespace FrontendApi.Strategies;

/// <summary>
/// A way to read a document from the back-end with WebClient. There is no cancellation token, because nothing that a
/// caller does cancels the call. Throws whatever the client or the parser throws.
/// </summary>
internal interface IWebClientStrategy
{
    Task<T?> ReadAsync<T>(WebClient client, string path);
}
