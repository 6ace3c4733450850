namespace FrontendApi.Tests.Backend;

public sealed class ConnectionLimitTests
{
    private const int Callers = 4;

    [Theory]
    [InlineData("strategy=webclient-sync", 2)]
    [InlineData("strategy=webclient-async", 2)]
    [InlineData("client=shared&resilience=standard", 2)]
    [InlineData("client=per-request", Callers * 2)]
    public async Task ParallelCalls_GetCustomers_NeverExceedTheLimit(string flags, int limit)
    {
        var gate = new CallGate();
        await using var frontend = await FrontendUnderTest.StartAsync(
            gate.RespondAsync, ("Client:MaxConnectionsPerServer", "2"));
        var responses = Enumerable.Range(1, Callers)
            .Select(id => frontend.GetBodyAsync($"/api/customer/{id}?{flags}&fanout=parallel")).ToArray();

        await gate.WaitUntilAsync(frontend, Callers, calls: Math.Min(Callers, limit));
        gate.Open();

        await Task.WhenAll(responses);
        gate.MostAtOnce.ShouldBeLessThanOrEqualTo(limit);
    }
}
