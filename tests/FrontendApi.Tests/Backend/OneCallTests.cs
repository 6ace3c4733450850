namespace FrontendApi.Tests.Backend;

public sealed class OneCallTests(SharedFrontends frontends) : IClassFixture<SharedFrontends>
{
    private const string Path = "/api/customer/1?strategy=orders-included";

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

    public static TheoryData<string> Lists => [.. InvalidLists.Keys];

    [Theory]
    [MemberData(nameof(Lists))]
    public Task InvalidList_GetCustomer_Returns502(string list) =>
        ShouldBeInvalidAsync(Join(Customer, InvalidLists[list]));

    [Fact]
    public async Task InvalidPairOfCustomerAndOrders_GetCustomer_Returns502()
    {
        foreach (var customer in (string[])["null", BackendDocuments.GetCustomer(2), Customer.Replace("orderIds", "x")])
            await ShouldBeInvalidAsync(Join(customer, Orders));
    }

    [Fact]
    public async Task BackendUp_GetCustomer_MakesOneCallAndHasALabelOfItsOwn()
    {
        var frontend = await frontends.GetAsync(BackendDocuments.SendAsync, ("Client:FanOut", "parallel"));

        await frontend.GetBodyAsync(Path);

        frontend.Requests.ShouldBe(["/api/customer/1/with-orders"]);
        await frontend.WaitForRequestsAsync(1, "strategy=\"orders-included\"", "fanout=\"one-call\"");
    }

    private async Task ShouldBeInvalidAsync(string body)
    {
        var frontend = await frontends.GetAsync(Respond.WithBody(body), BackendFault.LongTimeLimit);

        var problem = await frontend.GetProblemAsync(Path, 502, BackendFault.InvalidTitle);

        problem.GetProperty("detail").GetString()!.ShouldContain("/with-orders ");
    }

    private static string Join(string customer, string orders) => $"{{\"customer\":{customer},\"orders\":{orders}}}";
}
