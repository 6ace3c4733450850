using FrontendApi.Backend;
using FrontendApi.Backend.Messages;
using Google.Protobuf;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Server.Kestrel.Core;
using Testing;

namespace FrontendApi.Tests.Backend;

/// <summary>
/// Tests that the strategies that read Protobuf reject bodies that are not the requested message: bytes that cannot be
/// parsed, values that .NET cannot represent, and wrong framing.
/// </summary>
[TimeLimit(60)]
public sealed class ProtobufResponseTests
{
    private const string Alone = "protobuf-body";
    private const string Framed = "protobuf-grpc-framing";

    private static readonly Dictionary<string, byte[]> InvalidCustomers = new()
    {
        ["no bytes"] = [],
        ["JSON"] = System.Text.Encoding.UTF8.GetBytes(BackendDocuments.GetCustomer(1)),
        ["no field number"] = [0, 0, 0],
        ["number without end"] = [.. Enumerable.Repeat((byte)0xFF, 20)],
        ["cut off"] = Change(_ => { })[..40],
        ["group without end"] = [.. Change(_ => { }), 0xA3, 0x06],
        ["groups within groups"] =
            [.. Change(_ => { }), .. Enumerable.Repeat<byte[]>([0xA3, 0x06], 5_000).SelectMany(tag => tag)],
        ["length beyond the end"] = [.. Change(_ => { }), 0x12, 0x7F],
        ["text with a negative length"] = [.. Change(_ => { }), 0x12, 0xFF, 0xFF, 0xFF, 0xFF, 0x0F],
        ["text that is not UTF-8"] = [.. Change(_ => { }), 0x12, 0x01, 0xE9],
        ["other id"] = Change(customer => customer.Id = 2),
        ["no address"] = Change(customer => customer.Address = null),
        ["no time"] = Change(customer => customer.RegisteredAt = null),
        ["no instant"] = Change(customer => customer.RegisteredAt.Instant = null),
        ["time before the year 1"] = Change(customer => customer.RegisteredAt.Instant.Seconds = long.MinValue),
        ["two seconds of nanoseconds"] = Change(customer => customer.RegisteredAt.Instant.Nanos = 2_000_000_000),
        ["offset of a day"] = Change(customer => customer.RegisteredAt.OffsetMinutes = 1_440),
        ["offset of many years"] = Change(customer => customer.RegisteredAt.OffsetMinutes = int.MinValue),
        ["101 orders"] = Change(customer => customer.OrderIds.Add(Enumerable.Range(1, 98))),
    };

    private static readonly Dictionary<string, Action<OrderMessage>> InvalidOrders = new()
    {
        ["other id"] = order => order.Id++,
        ["order of another customer"] = order => order.CustomerId++,
        ["no total"] = order => order.Total = null,
        ["no price"] = order => order.Items[0].UnitPrice = null,
        ["29 decimals"] = order => order.Total.Scale = 29,
        ["256 decimals"] = order => order.Total.Scale = 256,
        ["smallest number"] = order => order.Total.Unscaled = long.MinValue,
    };

    /// <summary>Changes a message with the framing of gRPC. The last byte is the value of the trailer.</summary>
    private static readonly Dictionary<string, Func<byte[], byte[]>> InvalidFrames = new()
    {
        ["no bytes"] = _ => [(byte)'0'],
        ["half a prefix"] = framed => [.. framed[..3], (byte)'0'],
        ["no prefix"] = framed => [.. framed[5..], (byte)'0'],
        ["a byte too few"] = framed => [.. framed[..^1], (byte)'0'],
        ["a byte too many"] = framed => [.. framed, 0, (byte)'0'],
        ["two messages"] = framed => [.. framed, .. framed, (byte)'0'],
        ["marked as compressed"] = framed => [1, .. framed[1..], (byte)'0'],
        ["length of 4 GB"] = framed => [0, 0xFF, 0xFF, 0xFF, 0xFF, .. framed[5..], (byte)'0'],
        ["status 5"] = framed => [.. framed, (byte)'5'],
        ["no status"] = framed => [.. framed, 0],
    };

    public static TheoryData<string, string> Customers => Combine(InvalidCustomers.Keys);

    public static TheoryData<string, string> Orders => Combine(InvalidOrders.Keys);

    public static TheoryData<string> Frames => [.. InvalidFrames.Keys];

    [Theory]
    [MemberData(nameof(Customers))]
    public Task InvalidCustomer_GetCustomer_Returns502(string strategy, string customer) =>
        ShouldBeInvalidAsync(strategy, "customer", context =>
            BackendDocuments.IsOrderPath(context.Request.Path)
                ? BackendDocuments.SendAsync(context)
                : SendAsync(context, InvalidCustomers[customer]));

    [Theory]
    [MemberData(nameof(Orders))]
    public Task InvalidOrder_GetCustomer_Returns502(string strategy, string order) =>
        ShouldBeInvalidAsync(strategy, "order", context =>
        {
            var path = context.Request.Path.Value!;
            if (!path.EndsWith("/order/12", StringComparison.Ordinal))
                return BackendDocuments.SendAsync(context);
            var message = (OrderMessage)ProtobufEncoding.CreateMessage(BackendDocuments.Get(path));
            InvalidOrders[order](message);
            return SendAsync(context, message.ToByteArray());
        });

    [Theory]
    [MemberData(nameof(Frames))]
    public Task InvalidFrame_GetCustomer_Returns502(string frame) =>
        ShouldBeInvalidAsync(Framed, "customer", async context =>
        {
            var changed = InvalidFrames[frame](ProtobufEncoding.AddPrefix(Change(_ => { })));
            context.Response.ContentType = ProtobufDocuments.FramedMediaType;
            await context.Response.Body.WriteAsync(changed.AsMemory(0, changed.Length - 1));
            if (changed[^1] is not 0)
                BackendDocuments.AppendTrailers(context, $"{(char)changed[^1]}");
        });

    [Theory]
    [InlineData(Alone, "application/json")]
    [InlineData(Alone, ProtobufDocuments.FramedMediaType)]
    [InlineData(Alone, "application/octet-stream")]
    [InlineData(Alone, null)]
    [InlineData(Framed, ProtobufDocuments.MediaType)]
    [InlineData(Framed, "application/grpc")]
    [InlineData("get-from-json", ProtobufDocuments.MediaType)]
    public Task OtherContentType_GetCustomer_Returns502(string strategy, string? contentType) =>
        ShouldBeInvalidAsync(strategy, "customer", async context =>
        {
            context.Response.ContentType = contentType;
            await context.Response.Body.WriteAsync(
                BackendDocuments.Encode(context, BackendDocuments.Get(context.Request.Path)));
            BackendDocuments.AppendTrailers(context);
        });

    [Fact]
    public async Task UnknownField_GetCustomer_IsIgnored()
    {
        byte[] unknown = [0xA0, 0x06, 0x01];
        await using var backend = await StubBackend.StartAsync(context => SendAsync(
            context, [.. BackendDocuments.Encode(context, BackendDocuments.Get(context.Request.Path)), .. unknown]));
        await using var frontend = new FrontendUnderTest(backend.Address);

        (await frontend.GetAsync($"/api/customer/1?strategy={Alone}")).Status.ShouldBe(200);
    }

    private static async Task ShouldBeInvalidAsync(string strategy, string operation, RequestDelegate respond)
    {
        await using var backend = await StubBackend.StartAsync(respond, HttpProtocols.Http2);
        await using var frontend = new FrontendUnderTest(
            backend.Address, ("Backend:Http2Address", backend.Address), ("Backend:Timeout", "00:01:00"));

        var problem = await frontend.GetProblemAsync($"/api/customer/1?strategy={strategy}&http=2", 502);

        problem.GetProperty("title").GetString()
            .ShouldBe("The back-end sent an invalid response", problem.GetRawText());
        (await frontend.GetMetricsAsync()).Sum(
            "backend_call_duration_seconds_count", "outcome=\"bad_body\"", $"operation=\"{operation}\"").ShouldBe(1);
    }

    private static TheoryData<string, string> Combine(IEnumerable<string> cases) =>
        new(new MatrixTheoryData<string, string>([Alone, Framed], cases).Select(row => row.Data));

    /// <summary>Returns the message of the first customer after a change.</summary>
    private static byte[] Change(Action<CustomerMessage> change)
    {
        var message = (CustomerMessage)ProtobufEncoding.CreateMessage(BackendDocuments.GetCustomer(1));
        change(message);
        return message.ToByteArray();
    }

    /// <summary>Responds with a message, in the framing that the request asks for.</summary>
    private static async Task SendAsync(HttpContext context, byte[] message)
    {
        context.Response.ContentType = BackendDocuments.GetMediaType(context);
        await context.Response.Body.WriteAsync(
            BackendDocuments.GetMediaType(context) is ProtobufDocuments.FramedMediaType
                ? ProtobufEncoding.AddPrefix(message)
                : message);
        BackendDocuments.AppendTrailers(context);
    }
}
