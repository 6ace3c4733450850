using System.Net;
using FrontendApi.Backend;

namespace Benchmarks.Layers;

/// <summary>Reads a document with one GET request.</summary>
internal interface IDocumentReader : IDisposable
{
    /// <summary>Reads the whole document.</summary>
    /// <exception cref="BackendException">The status of the response is not 200.</exception>
    Task<byte[]> ReadAsync(CancellationToken cancellationToken);
}

/// <summary>Reads with an HttpMessageInvoker, or with an HttpClient, which is one too.</summary>
/// <param name="invoker">The invoker, which this reader disposes.</param>
/// <param name="address">The address of the document; for a client with a base address, the path.</param>
internal sealed class InvokerReader(HttpMessageInvoker invoker, string address) : IDocumentReader
{
    public static readonly BackendResource Resource = new("document", "/");

    public HttpMessageInvoker Invoker => invoker;

    public Task<byte[]> ReadAsync(CancellationToken cancellationToken) =>
        ReadAsync(invoker, address, cancellationToken);

    public static async Task<byte[]> ReadAsync(
        HttpMessageInvoker invoker, string address, CancellationToken cancellationToken)
    {
        using var request = new HttpRequestMessage(HttpMethod.Get, address);
        using var response = await invoker.SendAsync(request, cancellationToken);
        if (response.StatusCode is not HttpStatusCode.OK)
            throw new BackendException(BackendFailure.Status, Resource, response.StatusCode);
        return await response.Content.ReadAsByteArrayAsync(cancellationToken);
    }

    public void Dispose() => invoker.Dispose();
}

/// <summary>Reads with a new client of IHttpClientFactory for each call.</summary>
internal sealed class FactoryReader(HttpClientProvider clients, string path) : IDocumentReader
{
    public async Task<byte[]> ReadAsync(CancellationToken cancellationToken)
    {
        var client = clients.GetClient(ClientLifetime.Factory, BackendClientSettings.Default);
        try
        {
            return await InvokerReader.ReadAsync(client, path, cancellationToken);
        }
        finally
        {
            HttpClientProvider.ReleaseClient(client, ClientLifetime.Factory);
        }
    }

    public void Dispose()
    {
    }
}

/// <summary>Reads with another reader, within a resilience pipeline of the front-end.</summary>
internal sealed class ResilientReader(
    IDocumentReader reader, ResiliencePipelines pipelines, string mode) : IDocumentReader
{
    public Task<byte[]> ReadAsync(CancellationToken cancellationToken) => pipelines.ExecuteAsync(
        mode,
        InvokerReader.Resource,
        static (reader, token) => new ValueTask<byte[]>(reader.ReadAsync(token)),
        reader,
        cancellationToken).AsTask();

    public void Dispose() => reader.Dispose();
}
