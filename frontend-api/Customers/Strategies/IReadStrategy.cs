namespace FrontendApi.Customers.Strategies;

/// <summary>
/// One way to read a document from the back-end: a client API, and a way to turn the body into an object. It throws
/// whatever its client throws.
/// </summary>
/// <typeparam name="TClient">HttpClient, or WebClientConnections for a strategy that owns its client.</typeparam>
internal interface IReadStrategy<in TClient>
{
    Task<T?> ReadAsync<T>(TClient client, string path, CancellationToken cancellationToken);
}
