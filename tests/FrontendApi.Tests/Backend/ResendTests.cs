namespace FrontendApi.Tests.Backend;

/// <summary>
/// Tests that SocketsHttpHandler, on which every client API of the front-end is built, repeats a GET by itself if the
/// connection is closed in order before the headers. No layer above SocketsHttpHandler notices the repetition, so
/// reading a customer with N orders may then take more than 1 + N requests.
/// </summary>
public sealed class ResendTests
{
    [Theory]
    [MemberData(nameof(StrategyData.Representatives), MemberType = typeof(StrategyData))]
    public async Task ConnectionClosedBeforeTheHeaders_GetCustomer_RepeatsTheRequestAndReturns502(string strategy)
    {
        using var backend = new SocketBackend(endOfRequest: "\r\n\r\n");
        await using var frontend = new FrontendUnderTest(backend.Address);

        await frontend.GetProblemAsync($"/api/customer/1?strategy={strategy}", 502);

        backend.Requests.ShouldBeGreaterThan(1);
        (await frontend.SumAsync("http_client_request_duration_seconds_count")).ShouldBe(1);
        (await frontend.SumAsync("backend_call_duration_seconds_count")).ShouldBe(1);
    }
}
