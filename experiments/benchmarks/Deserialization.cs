using System.Net.Http.Formatting;
using BenchmarkDotNet.Attributes;
using Benchmarks.Documents;
using FrontendApi.Strategies;
using Newtonsoft.Json;
using Newtonsoft.Json.Serialization;

namespace Benchmarks;

/// <summary>
/// Benchmarks of deserialization alone: from the response body to the object, without a network. Each benchmark reads
/// the same customer with two orders; the last two benchmarks find out which step of ReadAsAsync is slow. They repeat
/// a measurement of Byterot, 2014 (claims A5 and A6 in docs/claims.md).
/// </summary>
public class Deserialization
{
    private static readonly MediaTypeFormatterCollection SharedFormatters = [];
    private static readonly DefaultContractResolver SharedResolver = new();
    private readonly string _text = System.Text.Encoding.UTF8.GetString(FullCustomer.CustomerWithOrdersJson);

    [Benchmark(Description = "ReadAsAsync, as in 2014")]
    public async Task<object> ReadAsAsync2014()
    {
        using var content = FullCustomer.CreateContent();
        return await content.ReadAsAsync<CustomerAggregate>(new MediaTypeFormatterCollection());
    }

    [Benchmark(Description = "ReadAsAsync, default settings")]
    public async Task<object> ReadAsAsync()
    {
        using var content = FullCustomer.CreateContent();
        return await content.ReadAsAsync<CustomerAggregate>();
    }

    [Benchmark(Description = "ReadAsAsync, shared formatters")]
    public async Task<object> ReadAsAsyncShared()
    {
        using var content = FullCustomer.CreateContent();
        return await content.ReadAsAsync<CustomerAggregate>(SharedFormatters);
    }

    [Benchmark(Baseline = true, Description = "string + JsonConvert")]
    public async Task<object?> StringJsonConvert()
    {
        using var content = FullCustomer.CreateContent();
        return JsonConvert.DeserializeObject<CustomerAggregate>(await content.ReadAsStringAsync());
    }

    [Benchmark(Description = "Json.NET over the stream")]
    public async Task<object?> NewtonsoftStream()
    {
        using var content = FullCustomer.CreateContent();
        using var reader = new JsonTextReader(new StreamReader(await content.ReadAsStreamAsync()));
        return JsonSerializer.CreateDefault().Deserialize<CustomerAggregate>(reader);
    }

    [Benchmark(Description = "for comparison: new formatters, shared contract resolver")]
    public async Task<object> NewFormattersSharedResolver()
    {
        using var content = FullCustomer.CreateContent();
        var formatter = new JsonMediaTypeFormatter { SerializerSettings = { ContractResolver = SharedResolver } };
        return await content.ReadAsAsync<CustomerAggregate>([formatter]);
    }

    [Benchmark(Description = "for comparison: JsonConvert, new contract resolver")]
    public object? JsonConvertNewResolver() => JsonConvert.DeserializeObject<CustomerAggregate>(
        _text, new JsonSerializerSettings { ContractResolver = new DefaultContractResolver() });
}
