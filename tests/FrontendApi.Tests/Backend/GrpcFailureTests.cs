using System.Buffers.Binary;
using Google.Protobuf;
using Grpc.Core;
using Testbed.Messages;

namespace FrontendApi.Tests.Backend;

/// <summary>Tests what the front-end makes of failed calls of gRPC: statuses, messages and connections.</summary>
[TimeLimit(60)]
public sealed class GrpcFailureTests(SharedFrontends frontends) : IClassFixture<SharedFrontends>
{
    private static readonly byte[] Customer = CreateCustomer(1).ToByteArray();

    private static readonly Dictionary<string, BackendFault> Faults = new()
    {
        ["NOT_FOUND"] = new(Fail(StatusCode.NotFound), 404, "Unknown customer", "error_status"),
        ["order NOT_FOUND"] = BackendFault.Failed(FailOrders(StatusCode.NotFound)),
        ["UNAVAILABLE"] = BackendFault.Failed(Fail(StatusCode.Unavailable)),
        ["INTERNAL"] = BackendFault.Failed(FailOrders(StatusCode.Internal)),
        ["CANCELLED"] = BackendFault.Failed(Fail(StatusCode.Cancelled)),
        ["DEADLINE_EXCEEDED"] = new(
            Fail(StatusCode.DeadlineExceeded), 504, BackendFault.TooSlowTitle, "timeout"),
        ["OK without a message"] = BackendFault.Failed(Fail(StatusCode.OK)),
        ["status 503 of HTTP"] = BackendFault.Failed(Respond.WithStatus(503)),
        ["redirect"] = BackendFault.Failed(Respond.WithStatus(302)),
        ["JSON"] = BackendFault.Invalid(Respond.WithBody("{}")),
        ["no message of Protobuf"] = BackendFault.Invalid(Send("}{ nonsense"u8.ToArray())),
        ["half a message"] = BackendFault.Invalid(Send(Customer[..^5], Customer.Length)),
        ["other id"] = BackendFault.Invalid(Send(CreateCustomer(2).ToByteArray())),
        ["too large"] = BackendFault.Invalid(Send(new byte[BackendFailureTests.MaxResponseBytes + 1])),
        ["reset before the headers"] = BackendFault.Unreachable(Respond.WithReset),
        ["reset within the message"] = BackendFault.Unreachable(Send(Customer[..^5], Customer.Length, Respond.WithReset)),
        ["no response"] = BackendFault.TooSlow(Respond.Never),
        ["message that stops"] = BackendFault.TooSlow(Send(Customer[..^5], Customer.Length, Respond.Never)),
    };

    public static TheoryData<string> Names => [.. Faults.Keys];

    internal static CustomerMessage CreateCustomer(int id) =>
        new() { Id = id, Address = new(), RegisteredAt = new() { Instant = new() }, OrderIds = { 11 } };

    [Theory]
    [MemberData(nameof(Names))]
    public async Task BackendFails_GetCustomerWithGrpc_ReturnsTheMatchingProblemAndCountsTheOutcome(string fault)
    {
        var (respond, status, title, outcome) = Faults[fault];
        var frontend = await frontends.GetAsync(respond, HttpProtocols.Http2, Faults[fault].TimeLimit);
        var before = await CountAsync();

        await frontend.GetProblemAsync("/api/customer/1?strategy=grpc", status, title);

        (await CountAsync()).ShouldBe(before + 1);
        await Eventually.WaitUntilAsync(() => frontend.ActiveCalls is 0);

        Task<double> CountAsync() => frontend.SumAsync(
            "backend_call_duration_seconds_count", "strategy=\"grpc\"", $"outcome=\"{outcome}\"");
    }

    [Fact]
    public async Task StatusOfGrpc_GetCustomer_IsInTheProblem()
    {
        var frontend = await frontends.GetAsync(
            Fail(StatusCode.Unavailable), HttpProtocols.Http2, BackendFault.LongTimeLimit);

        (await frontend.GetProblemAsync("/api/customer/1?strategy=grpc", 502)).GetProperty("detail").GetString()
            .ShouldBe("The back-end answered the request for /api/customer/1 with status Unavailable (gRPC).");
    }

    /// <summary>A handler sees the status of HTTP.</summary>
    [Fact]
    public async Task Retry_GetCustomerWithGrpc_RepeatsAnErrorOfHttpAndNoneOfGrpc()
    {
        await using var frontend = await FrontendUnderTest.StartAsync(
            Respond.WithStatus(503), services => services.AddSingleton<TimeProvider>(new HurriedTime()), [],
            HttpProtocols.Http2);

        await frontend.GetProblemAsync("/api/customer/1?strategy=grpc&resilience=budget", 502);
        frontend.Requests.Count.ShouldBe(4);

        frontend.Use(Fail(StatusCode.Unavailable));
        await frontend.GetProblemAsync("/api/customer/1?strategy=grpc&resilience=budget", 502);
        frontend.Requests.Count.ShouldBe(1);
    }

    private static RequestDelegate Fail(StatusCode status) => context =>
    {
        context.Response.ContentType = "application/grpc";
        context.Response.Headers["grpc-status"] = $"{(int)status}";
        return Task.CompletedTask;
    };

    private static RequestDelegate FailOrders(StatusCode status) => context =>
        (context.Request.Path.Value!.EndsWith("/GetOrder") ? Fail(status) : Send(Customer))(context);

    /// <summary>Sends a message, and its status unless <paramref name="next"/> prevents it.</summary>
    private static RequestDelegate Send(byte[] message, int? length = null, RequestDelegate? next = null) =>
        async context =>
        {
            context.Response.ContentType = "application/grpc";
            var header = new byte[5];
            BinaryPrimitives.WriteInt32BigEndian(header.AsSpan(1), length ?? message.Length);
            await context.Response.Body.WriteAsync((byte[])[.. header, .. message]);
            await context.Response.Body.FlushAsync();
            await (next?.Invoke(context) ?? Task.CompletedTask);
            context.Response.AppendTrailer("grpc-status", "0");
        };
}
