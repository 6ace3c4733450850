using System.Net;
using BenchmarkDotNet.Attributes;
using Benchmarks.Documents;
using FrontendApi.Backend;
using FrontendApi.Strategies;

namespace Benchmarks;

/// <summary>
/// Benchmarks of the strategies of the front-end without a network: a stub handler answers, so that only the client and
/// the parser are measured.
/// </summary>
public class Strategies
{
    private readonly HttpClient _client = new(new StubHandler()) { BaseAddress = new("http://backend/") };
    private IHttpClientStrategy _strategy = null!;

    /// <summary>The strategies that read the JSON document of the stub, each in its own way.</summary>
    public static IEnumerable<string> Names => StrategyCatalog.GetNames(StrategyCatalog.DefaultSet)
        .Where(name => StrategyCatalog.Get(name) is HttpClientStrategy);

    [ParamsSource(nameof(Names))]
    public string Strategy { get; set; } = "";

    [GlobalSetup]
    public void FindStrategy() => _strategy = ((HttpClientStrategy)StrategyCatalog.Get(Strategy)).Implementation;

    [GlobalCleanup]
    public void DisposeClient() => _client.Dispose();

    [Benchmark]
    public async Task<object?> Read() =>
        await _strategy.ReadAsync<Customer>(_client, "/api/customer/17", CancellationToken.None);

    private sealed class StubHandler : HttpMessageHandler
    {
        protected override Task<HttpResponseMessage> SendAsync(
            HttpRequestMessage request, CancellationToken cancellationToken) =>
            Task.FromResult(new HttpResponseMessage(HttpStatusCode.OK)
            {
                Content = FullCustomer.CreateContent(FullCustomer.CustomerWithOrderIdsJson),
            });
    }
}
