using System.Net.Http.Formatting;
using System.Text.Json;
using System.Text.Json.Serialization;
using BenchmarkDotNet.Attributes;
using Benchmarks.Documents;
using FrontendApi.Strategies;
using Newtonsoft.Json;
using Newtonsoft.Json.Serialization;
using JsonSerializer = System.Text.Json.JsonSerializer;

namespace Benchmarks;

/// <summary>
/// Benchmarks of deserialization alone: from the response body to the object, without a network. Each benchmark reads
/// the same customer with two orders; the last three benchmarks find out which step of ReadAsAsync is slow. They repeat
/// a measurement of Byterot, 2014 (claims A5 and A6 in docs/claims.md).
/// </summary>
public partial class Deserialization
{
    private static readonly MediaTypeFormatterCollection SharedFormatters = [];
    private static readonly DefaultContractResolver SharedResolver = new();
    private readonly string _text = System.Text.Encoding.UTF8.GetString(FullCustomer.CustomerWithOrdersJson);

    [Benchmark(Description = "ReadAsAsync, as in 2014")]
    public async Task<object> ReadAsAsync2014()
    {
        using var content = FullCustomer.CreateContent(FullCustomer.CustomerWithOrdersJson);
        return await content.ReadAsAsync<CustomerAggregate>(new MediaTypeFormatterCollection());
    }

    [Benchmark(Description = "ReadAsAsync, default settings")]
    public async Task<object> ReadAsAsync()
    {
        using var content = FullCustomer.CreateContent(FullCustomer.CustomerWithOrdersJson);
        return await content.ReadAsAsync<CustomerAggregate>();
    }

    [Benchmark(Description = "ReadAsAsync, shared formatters")]
    public async Task<object> ReadAsAsyncShared()
    {
        using var content = FullCustomer.CreateContent(FullCustomer.CustomerWithOrdersJson);
        return await content.ReadAsAsync<CustomerAggregate>(SharedFormatters);
    }

    [Benchmark(Baseline = true, Description = "string + JsonConvert")]
    public async Task<object?> StringJsonConvert()
    {
        using var content = FullCustomer.CreateContent(FullCustomer.CustomerWithOrdersJson);
        return JsonConvert.DeserializeObject<CustomerAggregate>(await content.ReadAsStringAsync());
    }

    [Benchmark(Description = "Json.NET over the stream")]
    public async Task<object?> NewtonsoftStream()
    {
        using var content = FullCustomer.CreateContent(FullCustomer.CustomerWithOrdersJson);
        using var reader = new JsonTextReader(new StreamReader(await content.ReadAsStreamAsync()));
        return Newtonsoft.Json.JsonSerializer.CreateDefault().Deserialize<CustomerAggregate>(reader);
    }

    [Benchmark(Description = "System.Text.Json, string")]
    public async Task<object?> StjString()
    {
        using var content = FullCustomer.CreateContent(FullCustomer.CustomerWithOrdersJson);
        return JsonSerializer.Deserialize<CustomerAggregate>(
            await content.ReadAsStringAsync(), JsonSerializerOptions.Web);
    }

    [Benchmark(Description = "System.Text.Json, bytes")]
    public async Task<object?> StjBytes()
    {
        using var content = FullCustomer.CreateContent(FullCustomer.CustomerWithOrdersJson);
        return JsonSerializer.Deserialize<CustomerAggregate>(
            await content.ReadAsByteArrayAsync(), JsonSerializerOptions.Web);
    }

    [Benchmark(Description = "System.Text.Json, stream")]
    public async Task<object?> StjStream()
    {
        using var content = FullCustomer.CreateContent(FullCustomer.CustomerWithOrdersJson);
        return await JsonSerializer.DeserializeAsync<CustomerAggregate>(
            await content.ReadAsStreamAsync(), JsonSerializerOptions.Web);
    }

    [Benchmark(Description = "System.Text.Json, bytes, source-generated")]
    public async Task<object?> StjGeneratedBytes()
    {
        using var content = FullCustomer.CreateContent(FullCustomer.CustomerWithOrdersJson);
        return JsonSerializer.Deserialize(
            await content.ReadAsByteArrayAsync(), CustomerJsonContext.Default.CustomerAggregate);
    }

    [Benchmark(Description = "System.Text.Json, stream, source-generated")]
    public async Task<object?> StjGeneratedStream()
    {
        using var content = FullCustomer.CreateContent(FullCustomer.CustomerWithOrdersJson);
        return await JsonSerializer.DeserializeAsync(
            await content.ReadAsStreamAsync(), CustomerJsonContext.Default.CustomerAggregate);
    }

    [Benchmark(Description = "for comparison: new formatters alone")]
    public object NewFormatters() => new MediaTypeFormatterCollection();

    [Benchmark(Description = "for comparison: new formatters, shared contract resolver")]
    public async Task<object> NewFormattersSharedResolver()
    {
        using var content = FullCustomer.CreateContent(FullCustomer.CustomerWithOrdersJson);
        var formatter = new JsonMediaTypeFormatter { SerializerSettings = { ContractResolver = SharedResolver } };
        return await content.ReadAsAsync<CustomerAggregate>([formatter]);
    }

    [Benchmark(Description = "for comparison: JsonConvert, new contract resolver")]
    public object? JsonConvertNewResolver() => JsonConvert.DeserializeObject<CustomerAggregate>(
        _text, new JsonSerializerSettings { ContractResolver = new DefaultContractResolver() });

    [JsonSourceGenerationOptions(JsonSerializerDefaults.Web)]
    [JsonSerializable(typeof(CustomerAggregate))]
    private sealed partial class CustomerJsonContext : JsonSerializerContext;
}
