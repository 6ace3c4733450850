using System.IO.Compression;

namespace BackendApi.Tests.Compression;

public sealed class CompressionTests(PlainBackend plain)
{
    private const string Customer = "/api/customer/1";

    [Fact]
    public async Task Enabled_GetCustomer_IsSentInTheAcceptedEncodingAndOthersAsTheyAre()
    {
        await using var backend = Start();
        var expected = (await plain.GetAsync(Customer)).Body;

        foreach (var (accepted, encoding) in new[] { ("gzip", "gzip"), ("gzip, br", "br"), ("deflate", ""), ("", "") })
        {
            var (contentEncoding, body) = await GetAsync(backend, Customer, accepted);
            contentEncoding.ShouldBe(encoding);
            (body.Length < expected.Length).ShouldBe(encoding is not "");
            Decompress(body, encoding).ShouldBe(expected);
        }

        foreach (var path in (string[])["/metrics", "/health/ready", "/api/customer/0"])
            (await GetAsync(backend, path, "gzip, br")).ContentEncoding.ShouldBe("", path);
        (await GetAsync(plain.Service, Customer, "gzip, br")).ContentEncoding.ShouldBe("", "not enabled");
    }

    /// <summary>Also if the answer is sent slowly.</summary>
    [Fact]
    public async Task SmallestSize_GetCustomer_IsSmallerThanFastest()
    {
        await using var smallest = Start(("Compression:Level", "SmallestSize"), ("Data:CustomerBytes", "20000"));
        await using var fastest = Start(
            ("Data:CustomerBytes", "20000"), ("Faults:Active:BytesPerSecond", "1000000000"));

        var (encoding, body) = await GetAsync(fastest, Customer, "gzip");

        encoding.ShouldBe("gzip");
        Decompress(body, encoding).ShouldBe((await smallest.GetAsync(Customer)).Body);
        (await GetAsync(smallest, Customer, "gzip")).Body.Length.ShouldBeLessThan(body.Length);
    }

    private static ServiceFactory<CustomerStore> Start(params (string Key, string Value)[] settings) =>
        new([("Data:Customers", "20"), ("Compression:Enabled", "true"), .. settings]);

    private static async Task<(string ContentEncoding, byte[] Body)> GetAsync(
        ServiceFactory<CustomerStore> backend, string path, string accepted)
    {
        using var client = backend.CreateHttpClient();
        client.DefaultRequestHeaders.Add("Accept-Encoding", accepted);
        using var response = await client.GetAsync(path, TestContext.Current.CancellationToken);
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
