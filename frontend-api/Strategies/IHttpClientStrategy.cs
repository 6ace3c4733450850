namespace FrontendApi.Strategies;

/// <summary>
/// A way to read a document from the back-end with HttpClient: a client method to call, and a parser that turns the
/// response body into an object. Throws whatever the client or the parser throws.
/// </summary>
internal interface IHttpClientStrategy
{
    Task<T?> ReadAsync<T>(HttpClient client, string path, CancellationToken cancellationToken);
}
