using Microsoft.AspNetCore.Http;
using Testing;

namespace FrontendApi.Tests.Backend;

/// <summary>
/// Tests the strategy that reads a customer and all orders with one call: the answer must have the orders that the
/// customer has.
/// </summary>
[TimeLimit(60)]
public sealed class CustomerWithOrdersTests
{
    private const string Strategy = "orders-included";

    private static readonly string Customer = BackendDocuments.GetCustomer(1);
    private static readonly string First = BackendDocuments.GetOrder(1, 11);
    private static readonly string Second = BackendDocuments.GetOrder(1, 12);
    private static readonly string Third = BackendDocuments.GetOrder(1, 13);

    private static readonly Dictionary<string, string> InvalidAnswers = new()
    {
        ["customer alone"] = Customer,
        ["orders alone"] = $"[{First},{Second},{Third}]",
        ["no customer"] = $"{{\"orders\":[{First},{Second},{Third}]}}",
        ["null for the customer"] = Join("null", First, Second, Third),
        ["no orders"] = $"{{\"customer\":{Customer}}}",
        ["no order ids"] = Join(
            Customer.Replace("\"orderIds\"", "\"x\"", StringComparison.Ordinal), First, Second, Third),
        ["other customer"] = Join(BackendDocuments.GetCustomer(2), First, Second, Third),
        ["an order too few"] = Join(Customer, First, Second),
        ["an order too many"] = Join(Customer, First, Second, Third, BackendDocuments.GetOrder(1, 14)),
        ["an order twice"] = Join(Customer, First, Second, Second),
        ["other order"] = Join(Customer, Second, First, Third),
        ["order of another customer"] = Join(Customer, First, BackendDocuments.GetOrder(2, 12), Third),
        ["null for an order"] = Join(Customer, First, "null", Third),
        ["101 orders"] = Join(
            Customer.Replace(
                "[11,12,13]", $"[{string.Join(',', Enumerable.Range(11, 101))}]", StringComparison.Ordinal),
            [.. Enumerable.Range(11, 101).Select(id => BackendDocuments.GetOrder(1, id))]),
        ["cut off"] = Join(Customer, First, Second, Third)[..^1],
    };

    public static TheoryData<string> Answers => [.. InvalidAnswers.Keys];

    [Theory]
    [MemberData(nameof(Answers))]
    public async Task InvalidAnswer_GetCustomer_Returns502(string answer)
    {
        await using var backend = await StubBackend.StartAsync(context =>
        {
            context.Response.ContentType = "application/json";
            return context.Response.WriteAsync(InvalidAnswers[answer]);
        });
        await using var frontend = new FrontendUnderTest(backend.Address, ("Backend:Timeout", "00:01:00"));

        var problem = await frontend.GetProblemAsync($"/api/customer/1?strategy={Strategy}", 502);

        problem.GetProperty("title").GetString()
            .ShouldBe("The back-end sent an invalid response", problem.GetRawText());
        problem.GetProperty("detail").GetString()!.ShouldContain("/api/customer/1/with-orders ");
        (await frontend.GetMetricsAsync()).Sum(
            "backend_call_duration_seconds_count", "outcome=\"bad_body\"", "operation=\"customer\"").ShouldBe(1);
    }

    [Fact]
    public async Task BackendUp_GetCustomer_MakesOneCallAndHasLabelOfItsOwn()
    {
        await using var backend = await StubBackend.StartAsync(BackendDocuments.SendAsync);
        await using var frontend = new FrontendUnderTest(backend.Address, ("Client:FanOut", "parallel"));

        var (status, body) = await frontend.GetAsync($"/api/customer/2?strategy={Strategy}");

        status.ShouldBe(200);
        body.ShouldBe((await frontend.GetAsync("/api/customer/2")).Body);
        backend.Requests.First().ShouldBe("/api/customer/2/with-orders");
        backend.Requests.Count.ShouldBe(1 + 4);
        string[] labels = [$"strategy=\"{Strategy}\"", "fanout=\"one-call\""];
        (await frontend.GetMetricsAsync()).Sum("http_server_request_duration_seconds_count", labels).ShouldBe(1);
    }

    [Fact]
    public async Task FlagFanout_GetCustomer_Returns400()
    {
        await using var frontend = new FrontendUnderTest(FrontendUnderTest.NoBackend);

        var problem = await frontend.GetProblemAsync($"/api/customer/1?strategy={Strategy}&fanout=parallel", 400);

        problem.GetProperty("errors").GetProperty("fanout")[0].GetString()!.ShouldContain("with one call");
    }

    private static string Join(string customer, params IReadOnlyList<string> orders) =>
        $"{{\"customer\":{customer},\"orders\":[{string.Join(',', orders)}]}}";
}
