using Microsoft.AspNetCore.Http;
using Testing;

namespace FrontendApi.Tests.Backend;

/// <summary>
/// Tests the strategies that read all orders of a customer with one call: a list must have the orders that the customer
/// has, and a list without end is not read to its end.
/// </summary>
[TimeLimit(60)]
public sealed class OneCallTests(SharedFrontends frontends) : IClassFixture<SharedFrontends>
{
    private static readonly string Customer = BackendDocuments.GetCustomer(1);
    private static readonly string First = BackendDocuments.GetOrder(1, 11);
    private static readonly string Second = BackendDocuments.GetOrder(1, 12);
    private static readonly string Third = BackendDocuments.GetOrder(1, 13);

    private static readonly Dictionary<string, string> InvalidLists = new()
    {
        ["no order"] = "[]",
        ["an order too few"] = $"[{First},{Second}]",
        ["an order too many"] = $"[{First},{Second},{Third},{BackendDocuments.GetOrder(1, 14)}]",
        ["an order twice"] = $"[{First},{Second},{Second}]",
        ["other order"] = $"[{Second},{First},{Third}]",
        ["order of another customer"] = $"[{First},{BackendDocuments.GetOrder(2, 12)},{Third}]",
        ["null for an order"] = $"[{First},null,{Third}]",
        ["null for a property"] = $"[{First},{Second},{Third.Replace("\"items\":[", "\"x\":[", StringComparison.Ordinal)}]",
        ["null"] = "null",
        ["one order without a list"] = First,
        ["a list within a list"] = $"[[{First},{Second},{Third}]]",
        ["cut off"] = $"[{First},{Second},{Third}",
        ["more after the list"] = $"[{First},{Second},{Third}] {{",
        ["larger than Backend:MaxResponseBytes"] = $"[{First},{Second},{Third}{new string(' ', 65_536)}]",
    };

    private static readonly Dictionary<string, string> InvalidPairs = new()
    {
        ["customer alone"] = Customer,
        ["no customer"] = $"{{\"orders\":[{First},{Second},{Third}]}}",
        ["null for the customer"] = Join("null", $"[{First},{Second},{Third}]"),
        ["no orders"] = $"{{\"customer\":{Customer}}}",
        ["no order ids"] = Join(
            Customer.Replace("\"orderIds\"", "\"x\"", StringComparison.Ordinal), $"[{First},{Second},{Third}]"),
        ["other customer"] = Join(BackendDocuments.GetCustomer(2), $"[{First},{Second},{Third}]"),
    };

    public static TheoryData<string, string> StrategiesAndLists =>
        StrategyData.Combine(StrategyData.OneCallStrategies.Select(row => row.Data), InvalidLists.Keys);

    public static TheoryData<string> Pairs => [.. InvalidPairs.Keys];

    [Theory]
    [MemberData(nameof(StrategiesAndLists))]
    public async Task InvalidList_GetCustomer_Returns502(string strategy, string list) => await ShouldBeInvalidAsync(
        strategy,
        context => context.Request.Path.Value!.EndsWith("/with-orders", StringComparison.Ordinal)
            ? Respond.WithBody(Join(Customer, InvalidLists[list]))(context)
            : SendList(Respond.WithBody(InvalidLists[list]))(context));

    [Theory]
    [MemberData(nameof(Pairs))]
    public async Task InvalidPairOfCustomerAndOrders_GetCustomer_Returns502(string pair) =>
        await ShouldBeInvalidAsync("orders-included", Respond.WithBody(InvalidPairs[pair]));

    [Theory]
    [InlineData("orders-array", ",")]
    [InlineData("orders-stream", ",")]
    [InlineData("orders-array", " ")]
    [InlineData("orders-stream", " ")]
    public async Task EndlessList_GetCustomer_Returns502AndClosesTheConnection(string strategy, string separator)
    {
        var closed = new TaskCompletionSource();
        await ShouldBeInvalidAsync(strategy, SendList(context =>
        {
            context.RequestAborted.Register(closed.SetResult);
            return Respond.Endlessly($"[{First}", separator is "," ? $",{Second}" : separator)(context);
        }));

        await closed.Task.WaitAsync(TestContext.Current.CancellationToken);
    }

    [Fact]
    public async Task UnexpectedOrder_OrdersStream_FailsBeforeTheEndOfTheList()
    {
        var end = new TaskCompletionSource();
        await ShouldBeInvalidAsync("orders-stream", SendList(async context =>
        {
            await Respond.WithBody($"[{Third},{new string(' ', 30_000)}")(context);
            await context.Response.Body.FlushAsync();
            await end.Task.WaitAsync(context.RequestAborted);
        }));

        end.SetResult();
    }

    [Theory]
    [InlineData("orders-array", "/api/customer/1", "/api/customer/1/orders")]
    [InlineData("orders-stream", "/api/customer/1", "/api/customer/1/orders/stream")]
    [InlineData("orders-included", "/api/customer/1/with-orders")]
    public async Task BackendUp_GetCustomer_MakesTheCallsAndHasALabelOfItsOwn(string strategy, params string[] paths)
    {
        await using var backend = await StubBackend.StartAsync(BackendDocuments.SendAsync);
        await using var frontend = new FrontendUnderTest(backend.Address, ("Client:FanOut", "parallel"));

        (await frontend.GetAsync($"/api/customer/1?strategy={strategy}")).Status.ShouldBe(200);

        backend.Requests.ShouldBe(paths);
        (await frontend.GetMetricsAsync()).Sum(
            "http_server_request_duration_seconds_count", $"strategy=\"{strategy}\"", "fanout=\"one-call\"").ShouldBe(1);
    }

    private async Task ShouldBeInvalidAsync(string strategy, RequestDelegate respond)
    {
        var frontend = await frontends.GetAsync(respond, ("Backend:Timeout", "00:01:00"));

        var problem = await frontend.GetProblemAsync($"/api/customer/1?strategy={strategy}", 502);

        problem.GetProperty("title").GetString()
            .ShouldBe("The back-end sent an invalid response", problem.GetRawText());
        problem.GetProperty("detail").GetString()!.ShouldContain(strategy is "orders-included" ? "/with-orders " : "/orders");
    }

    /// <summary>Responds to requests for a list of orders as given.</summary>
    private static RequestDelegate SendList(RequestDelegate respond) => context =>
        BackendDocuments.IsOrderPath(context.Request.Path) ? respond(context) : BackendDocuments.SendAsync(context);

    private static string Join(string customer, string orders) => $"{{\"customer\":{customer},\"orders\":{orders}}}";
}
