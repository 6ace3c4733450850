namespace FrontendApi.Tests.Backend;

public sealed class OneCallTests(SharedFrontends frontends) : IClassFixture<SharedFrontends>
{
    private static readonly string Customer = BackendDocuments.GetCustomer(1);
    private static readonly string First = BackendDocuments.GetOrder(1, 11);
    private static readonly string Second = BackendDocuments.GetOrder(1, 12);
    private static readonly string Third = BackendDocuments.GetOrder(1, 13);
    private static readonly string Orders = $"[{First},{Second},{Third}]";

    private static readonly Dictionary<string, string> InvalidLists = new()
    {
        ["an order too few"] = $"[{First},{Second}]",
        ["an order too many"] = $"[{First},{Second},{Third},{BackendDocuments.GetOrder(1, 14)}]",
        ["order of another customer"] = $"[{First},{BackendDocuments.GetOrder(2, 12)},{Third}]",
        ["cut off"] = Orders[..^1],
        ["more after the list"] = $"{Orders} {{",
        ["larger than Backend:MaxResponseBytes"] = $"[{First},{Second},{Third}{new string(' ', 65_536)}]",
    };

    public static TheoryData<string, string> StrategiesAndLists =>
        StrategyData.Combine(["orders-array", "orders-stream", "orders-included"], InvalidLists.Keys);

    [Theory]
    [MemberData(nameof(StrategiesAndLists))]
    public async Task InvalidList_GetCustomer_Returns502(string strategy, string list) => await ShouldBeInvalidAsync(
        strategy,
        strategy is "orders-included"
            ? Respond.WithBody(Join(Customer, InvalidLists[list]))
            : Respond.WithOrders(Respond.WithBody(InvalidLists[list])));

    [Fact]
    public async Task InvalidPairOfCustomerAndOrders_GetCustomer_Returns502()
    {
        foreach (var customer in (string[])["null", BackendDocuments.GetCustomer(2), Customer.Replace("orderIds", "x")])
            await ShouldBeInvalidAsync("orders-included", Respond.WithBody(Join(customer, Orders)));
    }

    [Theory]
    [InlineData("orders-array", "/api/customer/1", "/api/customer/1/orders")]
    [InlineData("orders-stream", "/api/customer/1", "/api/customer/1/orders/stream")]
    [InlineData("orders-included", "/api/customer/1/with-orders")]
    public async Task BackendUp_GetCustomer_MakesTheCallsAndHasALabelOfItsOwn(string strategy, params string[] paths)
    {
        var frontend = await frontends.GetAsync(BackendDocuments.SendAsync, ("Client:FanOut", "parallel"));

        await frontend.GetBodyAsync($"/api/customer/1?strategy={strategy}");

        frontend.Requests.ShouldBe(paths);
        await frontend.WaitForRequestsAsync(1, $"strategy=\"{strategy}\"", "fanout=\"one-call\"");
    }

    private async Task ShouldBeInvalidAsync(string strategy, RequestDelegate respond)
    {
        var frontend = await frontends.GetAsync(respond, BackendFault.LongTimeLimit);

        var problem = await frontend.GetProblemAsync(
            $"/api/customer/1?strategy={strategy}", 502, BackendFault.InvalidTitle);

        problem.GetProperty("detail").GetString()!.ShouldContain(strategy is "orders-included" ? "/with-orders " : "/orders");
    }

    private static string Join(string customer, string orders) => $"{{\"customer\":{customer},\"orders\":{orders}}}";
}
