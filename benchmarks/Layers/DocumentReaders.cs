using FrontendApi.Backend;

namespace Benchmarks.Layers;

/// <summary>Reads a document with one GET request.</summary>
internal interface IDocumentReader : IDisposable
{
    /// <summary>Reads the whole document.</summary>
    /// <exception cref="HttpRequestException">The status of the response is an error.</exception>
    Task<byte[]> ReadAsync(CancellationToken cancellationToken);
}

/// <summary>Reads with an HttpMessageInvoker, or with an HttpClient, which is one too.</summary>
/// <param name="invoker">The invoker, which this reader disposes.</param>
/// <param name="address">The address of the document; for a client with a base address, the path.</param>
internal sealed class InvokerReader(HttpMessageInvoker invoker, string address) : IDocumentReader
{
    public HttpMessageInvoker Invoker => invoker;

    public Task<byte[]> ReadAsync(CancellationToken cancellationToken) =>
        ReadAsync(invoker, address, cancellationToken);

    public static async Task<byte[]> ReadAsync(
        HttpMessageInvoker invoker, string address, CancellationToken cancellationToken)
    {
        using var request = new HttpRequestMessage(HttpMethod.Get, address);
        using var response = await invoker.SendAsync(request, cancellationToken);
        response.EnsureSuccessStatusCode();
        return await response.Content.ReadAsByteArrayAsync(cancellationToken);
    }

    public void Dispose() => invoker.Dispose();
}

/// <summary>Reads as a request to the front-end does: with a client that the front-end provides for it.</summary>
/// <param name="backend">The front-end's calls to the back-end.</param>
/// <param name="lifetime">The value of the front-end's query flag <c>client</c>.</param>
/// <param name="resilience">The value of the front-end's query flag <c>resilience</c>.</param>
/// <param name="path">The path of the document.</param>
internal sealed class FrontendReader(BackendCaller backend, string lifetime, string resilience, string path)
    : IDocumentReader
{
    /// <summary>The number of requests that the handler of the front-end has seen.</summary>
    public int Attempts { get; private set; }

    public async Task<byte[]> ReadAsync(CancellationToken cancellationToken)
    {
        using var calls = backend.Begin("benchmark", lifetime, HttpMode.Http11, resilience, "", cancellationToken);
        try
        {
            return await InvokerReader.ReadAsync(calls.Client!, path, calls.CancellationToken);
        }
        finally
        {
            Attempts += calls.Attempts;
        }
    }

    public void Dispose()
    {
    }
}
