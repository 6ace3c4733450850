using FrontendApi.Strategies;
using Microsoft.AspNetCore.Http;
using Testing;

namespace FrontendApi.Tests.Backend;

/// <summary>
/// Tests the strategies that read all orders of a customer with one call: a list must have the orders that the customer
/// has, and a list without end is not read to its end.
/// </summary>
[TimeLimit(60)]
public sealed class OrderListTests
{
    private const string Invalid = "The back-end sent an invalid response";
    private const long EndlessBytes = 64_000_000;

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
        ["cut off"] = $"[{First},{Second},{Third[..50]}",
        ["cut off before the end of the list"] = $"[{First},{Second},{Third}",
        ["more after the list"] = $"[{First},{Second},{Third}] {{",
        ["larger than Backend:MaxResponseBytes"] = $"[{First},{Second},{Third}{new string(' ', 65_536)}]",
    };

    public static TheoryData<string, string> StrategiesAndInvalidLists
    {
        get
        {
            var strategies = StrategyData.OrderListStrategies.Select(row => row.Data);
            return new(new MatrixTheoryData<string, string>(strategies, InvalidLists.Keys).Select(row => row.Data));
        }
    }

    [Theory]
    [MemberData(nameof(StrategiesAndInvalidLists))]
    public async Task InvalidList_GetCustomer_Returns502WithThePathOfTheList(string strategy, string list)
    {
        await using var backend = await StubBackend.StartAsync(Send(InvalidLists[list]));
        await using var frontend = new FrontendUnderTest(backend.Address, ("Backend:Timeout", "00:01:00"));

        var problem = await frontend.GetProblemAsync($"/api/customer/1?strategy={strategy}", 502);

        problem.GetProperty("title").GetString().ShouldBe(Invalid, problem.GetRawText());
        problem.GetProperty("detail").GetString()!
            .ShouldContain($"/api/customer/1{StrategyCatalog.Get(strategy).OrdersPath} ");
        (await frontend.GetMetricsAsync()).Sum(
            "backend_call_duration_seconds_count", "outcome=\"bad_body\"", "operation=\"orders\"").ShouldBe(1);
    }

    [Theory]
    [MemberData(nameof(StrategyData.OrderListStrategies), MemberType = typeof(StrategyData))]
    public async Task EndlessList_GetCustomer_Returns502AndClosesTheConnection(string strategy)
    {
        var closed = new TaskCompletionSource();
        await using var backend = await StubBackend.StartAsync(async context =>
        {
            if (!BackendDocuments.IsOrderPath(context.Request.Path))
            {
                await BackendDocuments.SendAsync(context);
                return;
            }

            context.RequestAborted.Register(closed.SetResult);
            context.Response.ContentType = "application/json";
            await context.Response.WriteAsync($"[{First}");
            for (var sent = 0L; !context.RequestAborted.IsCancellationRequested && sent < EndlessBytes;
                sent += Second.Length)
            {
                await context.Response.WriteAsync($",{Second}");
                await Task.Delay(1);
            }
        });
        await using var frontend = new FrontendUnderTest(backend.Address, ("Backend:Timeout", "00:01:00"));

        var problem = await frontend.GetProblemAsync($"/api/customer/1?strategy={strategy}", 502);

        problem.GetProperty("title").GetString().ShouldBe(Invalid);
        await closed.Task.WaitAsync(TestContext.Current.CancellationToken);
    }

    [Fact]
    public async Task UnexpectedOrder_OrdersStream_FailsBeforeTheEndOfTheList()
    {
        var end = new TaskCompletionSource();
        await using var backend = await StubBackend.StartAsync(async context =>
        {
            await Send($"[{Third},{new string(' ', 30_000)}")(context);
            if (!BackendDocuments.IsOrderPath(context.Request.Path))
                return;
            await context.Response.Body.FlushAsync();
            await end.Task.WaitAsync(context.RequestAborted);
        });
        await using var frontend = new FrontendUnderTest(backend.Address, ("Backend:Timeout", "00:01:00"));

        var problem = await frontend.GetProblemAsync("/api/customer/1?strategy=orders-stream", 502);

        problem.GetProperty("title").GetString().ShouldBe(Invalid);
        end.SetResult();
    }

    [Theory]
    [MemberData(nameof(StrategyData.OrderListStrategies), MemberType = typeof(StrategyData))]
    public async Task FlagFanout_GetCustomer_Returns400(string strategy)
    {
        await using var frontend = new FrontendUnderTest(FrontendUnderTest.NoBackend);

        var problem = await frontend.GetProblemAsync($"/api/customer/1?strategy={strategy}&fanout=parallel", 400);

        problem.GetProperty("errors").GetProperty("fanout")[0].GetString()!.ShouldContain("with one call");
    }

    [Theory]
    [MemberData(nameof(StrategyData.OrderListStrategies), MemberType = typeof(StrategyData))]
    public async Task BackendUp_GetCustomer_MakesTwoCallsAndHasLabelOfItsOwn(string strategy)
    {
        await using var backend = await StubBackend.StartAsync(BackendDocuments.SendAsync);
        await using var frontend = new FrontendUnderTest(backend.Address, ("Client:FanOut", "parallel"));

        (await frontend.GetAsync($"/api/customer/1?strategy={strategy}")).Status.ShouldBe(200);

        backend.Requests.ShouldBe(["/api/customer/1", $"/api/customer/1{StrategyCatalog.Get(strategy).OrdersPath}"]);
        (await frontend.GetMetricsAsync()).Sum(
            "http_server_request_duration_seconds_count", $"strategy=\"{strategy}\"", "fanout=\"one-call\"").ShouldBe(1);
    }

    /// <summary>Responds with the given list of orders.</summary>
    private static RequestDelegate Send(string list) => context =>
    {
        if (!BackendDocuments.IsOrderPath(context.Request.Path))
            return BackendDocuments.SendAsync(context);
        context.Response.ContentType = "application/json; charset=utf-8";
        return context.Response.WriteAsync(list, context.RequestAborted);
    };
}
