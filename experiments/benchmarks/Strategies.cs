using System.Net;
using System.Reflection;
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
    private Read _read = null!;

    private delegate Task<Customer?> Read(HttpClient client, string path, CancellationToken cancellationToken);

    /// <summary>The strategies that read the JSON document of the stub, each in its own way.</summary>
    public static IEnumerable<string> Names => StrategyCatalog.All
        .Where(strategy => strategy is HttpClientStrategy and not OneCallStrategy)
        .Select(strategy => strategy.Name);

    [ParamsSource(nameof(Names))]
    public string Strategy { get; set; } = "";

    // The method of the strategy is protected: a request calls it with a time limit and with metrics around it.
    [GlobalSetup]
    public void FindStrategy() => _read = StrategyCatalog.Get(Strategy).GetType()
        .GetMethods(BindingFlags.NonPublic | BindingFlags.Instance)
        .Single(method => method.Name == nameof(ReadAsync) && method.GetParameters().Length == 3)
        .MakeGenericMethod(typeof(Customer)).CreateDelegate<Read>(StrategyCatalog.Get(Strategy));

    [GlobalCleanup]
    public void DisposeClient() => _client.Dispose();

    [Benchmark]
    public async Task<object?> ReadAsync() => await _read(_client, "/api/customer/17", CancellationToken.None);

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
