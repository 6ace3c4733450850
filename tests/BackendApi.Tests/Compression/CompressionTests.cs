using System.IO.Compression;
using BackendApi.Ingestion;

namespace BackendApi.Tests.Compression;

public sealed class CompressionTests(CompressionTests.CompressingBackend compressing, PlainBackend plain)
    : IClassFixture<CompressionTests.CompressingBackend>
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
        var expected = (await plain.GetAsync(Customer)).Body;

        var (contentEncoding, body) = await GetAsync(compressing.Service, Customer, accepted);

        contentEncoding.ShouldBe(encoding);
        if (encoding is not "")
            body.Length.ShouldBeLessThan(expected.Length);
        Decompress(body, encoding).ShouldBe(expected);
    }

    [Theory]
    [InlineData("/metrics")]
    [InlineData("/health/ready")]
    [InlineData("/api/customer/0")]
    public async Task Enabled_GetOtherThanDocument_IsNotCompressed(string path) =>
        (await GetAsync(compressing.Service, path, "gzip, br")).ContentEncoding.ShouldBe("");

    [Fact]
    public async Task NotEnabled_GetCustomer_IsNotCompressed() =>
        (await GetAsync(plain.Service, Customer, "gzip, br")).ContentEncoding.ShouldBe("");

    /// <summary>Also if the answer is sent slowly.</summary>
    [Fact]
    public async Task SmallestSize_GetCustomer_IsSmallerThanFastest()
    {
        var lengths = new List<int>();
        foreach (var level in (string[])["SmallestSize", "Fastest"])
        {
            await using var backend = new ServiceFactory<BackendMetrics>(
                ("Data:Customers", "1"), ("Compression:Enabled", "true"), ("Compression:Level", level),
                ("Data:CustomerBytes", "20000"), ("Faults:Active:BytesPerSecond", "1000000000"));
            var (encoding, body) = await GetAsync(backend, Customer, "gzip");
            encoding.ShouldBe("gzip");
            Decompress(body, encoding).ShouldBe((await backend.GetAsync(Customer)).Body);
            lengths.Add(body.Length);
        }

        lengths[0].ShouldBeLessThan(lengths[1]);
    }

    private static async Task<(string ContentEncoding, byte[] Body)> GetAsync(
        ServiceFactory<BackendMetrics> backend, string path, string accepted)
    {
        using var client = backend.CreateHttpClient();
        using var request = new HttpRequestMessage(HttpMethod.Get, path) { Headers = { { "Accept-Encoding", accepted } } };
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

    public sealed class CompressingBackend : IDisposable
    {
        internal ServiceFactory<BackendMetrics> Service { get; } =
            new(("Data:Customers", "20"), ("Compression:Enabled", "true"));

        public void Dispose() => Service.Dispose();
    }
}
