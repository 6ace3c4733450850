using System.Net;
using BackendApi.Customers.Messages;
using Testing;

namespace EndToEnd.Tests;

/// <summary>Tests what both services must agree on to exchange Protobuf messages.</summary>
public sealed class ProtobufTests
{
    [Fact]
    public void MessagesOfBothServices_Compared_DifferOnlyInTheirNamespace()
    {
        string[] files = ["backend-api/Customers/customers.proto", "frontend-api/Backend/customers.proto"];

        var texts = files.Select(file => File.ReadAllLines(Path.Combine(Repository.Root, file))
            .Where(line => !line.StartsWith("option csharp_namespace", StringComparison.Ordinal)));

        string.Join('\n', texts.Last()).ShouldBe(string.Join('\n', texts.First()));
    }

    [Fact]
    public async Task Customer_GetWithFramingOverHttp2_HasPrefixAndTrailer()
    {
        await using var backend = new CountingBackend();
        using var client = new HttpClient { BaseAddress = backend.Http2Address };
        using var request = new HttpRequestMessage(HttpMethod.Get, "/api/customer/1")
        {
            Version = HttpVersion.Version20,
            VersionPolicy = HttpVersionPolicy.RequestVersionExact,
        };
        request.Headers.Add("Accept", "application/grpc+proto");

        using var response = await client.SendAsync(request, TestContext.Current.CancellationToken);
        var body = await response.Content.ReadAsByteArrayAsync(TestContext.Current.CancellationToken);

        CustomerMessage.Parser.ParseFrom(body[5..]).Id.ShouldBe(1);
        body[..5].ShouldBe([0, 0, 0, (byte)((body.Length - 5) >> 8), (byte)(body.Length - 5)]);
        response.TrailingHeaders.GetValues("grpc-status").ShouldBe(["0"]);
    }
}
