using System.IO.Compression;
using BackendApi.Compression;
using BackendApi.Ingestion;
using Microsoft.AspNetCore.Builder;
using Microsoft.Extensions.Options;

namespace BackendApi.Tests.Compression;

public sealed class CompressionTests
{
    private const string Customer = "/api/customer/1";

    [Theory]
    [InlineData("gzip", "gzip")]
    [InlineData("br", "br")]
    [InlineData("gzip, br", "br")]
    [InlineData("deflate", "")]
    [InlineData("", "")]
    public async Task Enabled_GetCustomer_IsSentInTheAcceptedEncoding(string accepted, string encoding)
    {
        await using var backend = Start(("Compression:Enabled", "true"));
        var expected = (await backend.GetAsync(Customer)).Body;

        var (contentEncoding, body) = await GetAsync(backend, Customer, accepted);

        contentEncoding.ShouldBe(encoding);
        if (encoding is not "")
            body.Length.ShouldBeLessThan(expected.Length);
        Decompress(body, encoding).ShouldBe(expected);
    }

    [Fact]
    public async Task NotEnabled_GetCustomer_IsNotCompressed()
    {
        await using var backend = Start();

        (await GetAsync(backend, Customer, "gzip, br")).ContentEncoding.ShouldBe("");
    }

    [Theory]
    [InlineData("/metrics")]
    [InlineData("/health/ready")]
    [InlineData("/api/customer/0")]
    public async Task Enabled_GetOtherThanDocument_IsNotCompressed(string path)
    {
        await using var backend = Start(("Compression:Enabled", "true"));

        (await GetAsync(backend, path, "gzip, br")).ContentEncoding.ShouldBe("");
    }

    [Fact]
    public async Task SmallestSize_GetCustomer_IsSmallerThanFastest()
    {
        var lengths = new List<int>();
        foreach (var level in new[] { "SmallestSize", "Fastest" })
        {
            await using var backend = Start(
                ("Compression:Enabled", "true"), ("Compression:Level", level), ("Data:CustomerBytes", "20000"));
            lengths.Add((await GetAsync(backend, Customer, "gzip")).Body.Length);
        }

        lengths[0].ShouldBeLessThan(lengths[1]);
    }

    [Fact]
    public async Task SlowAnswer_GetCustomer_IsCompressedToo()
    {
        await using var backend = Start(
            ("Compression:Enabled", "true"), ("Faults:Active:BodyDelayMs", "1"),
            ("Faults:Active:BytesPerSecond", "1000000"));
        var expected = (await backend.GetAsync(Customer)).Body;

        var (contentEncoding, body) = await GetAsync(backend, Customer, "gzip");

        contentEncoding.ShouldBe("gzip");
        Decompress(body, "gzip").ShouldBe(expected);
    }

    [Theory]
    [InlineData("nonsense")]
    [InlineData("7")]
    public async Task UnknownLevel_StartService_FailsWithAdvice(string level)
    {
        var builder = WebApplication.CreateSlimBuilder();
        builder.Configuration["urls"] = "http://127.0.0.1:0";
        builder.Configuration["Compression:Level"] = level;
        builder.Services.AddCompression();
        await using var app = builder.Build();

        var failure = await Should.ThrowAsync<OptionsValidationException>(
            () => app.StartAsync(TestContext.Current.CancellationToken));

        failure.Message.ShouldContain("Set Compression:Level to one of: Fastest, Optimal, SmallestSize.");
    }

    private static ServiceFactory<BackendMetrics> Start(params (string Key, string Value)[] settings) =>
        new([("Data:Customers", "1"), .. settings]);

    private static async Task<(string ContentEncoding, byte[] Body)> GetAsync(
        ServiceFactory<BackendMetrics> backend, string path, string accepted)
    {
        using var client = backend.CreateHttpClient();
        using var request = new HttpRequestMessage(HttpMethod.Get, path);
        if (accepted is not "")
            request.Headers.Add("Accept-Encoding", accepted);
        using var response = await client.SendAsync(request, TestContext.Current.CancellationToken);
        var body = await response.Content.ReadAsByteArrayAsync(TestContext.Current.CancellationToken);
        return (string.Join(", ", response.Content.Headers.ContentEncoding), body);
    }

    private static string Decompress(byte[] body, string encoding)
    {
        using var memory = new MemoryStream(body);
        using Stream stream = encoding switch
        {
            "gzip" => new GZipStream(memory, CompressionMode.Decompress),
            "br" => new BrotliStream(memory, CompressionMode.Decompress),
            _ => memory,
        };
        using var reader = new StreamReader(stream);
        return reader.ReadToEnd();
    }
}
