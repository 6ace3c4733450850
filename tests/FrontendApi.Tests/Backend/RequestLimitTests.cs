namespace FrontendApi.Tests.Backend;

/// <summary>Tests the limits of a whole request.</summary>
public sealed class RequestLimitTests
{
    [Theory]
    [InlineData("strategy=webclient-sync")]
    [InlineData("strategy=result-blocking&fanout=parallel")]
    public async Task MoreBlockingRequestsThanMayBe_GetCustomer_AreRejectedAndOthersAreNot(string flags)
    {
        var gate = new CallGate();
        await using var frontend = await FrontendUnderTest.StartAsync(gate.RespondAsync, ("Client:MaxBlocking", "2"));
        var held = Enumerable.Range(1, 2)
            .Select(id => frontend.GetBodyAsync($"/api/customer/{id}?{flags}")).ToArray();
        await gate.WaitUntilAsync(frontend, held.Length, calls: 2);

        await frontend.GetProblemAsync($"/api/customer/3?{flags}", 503, "Too many requests block a thread");
        var other = frontend.GetBodyAsync("/api/customer/4");
        await gate.WaitUntilAsync(frontend, held.Length + 1, calls: 3);
        gate.Open();

        await Task.WhenAll([.. held, other]);
        await frontend.GetBodyAsync($"/api/customer/3?{flags}");
    }

    /// <summary>Each call takes far less than Backend:Timeout.</summary>
    [Theory]
    [InlineData("get-from-json")]
    [InlineData("webclient-sync")]
    [InlineData("webclient-async")]
    public async Task CallsTogetherTooLong_GetCustomer_Is504(string strategy)
    {
        var documents = Respond.WithOrders(async context =>
        {
            await Task.Delay(300, context.RequestAborted);
            await BackendDocuments.SendAsync(context);
        });
        await using var frontend = await FrontendUnderTest.StartAsync(
            documents, ("Backend:RequestTimeout", "00:00:00.700"));

        await frontend.GetProblemAsync($"/api/customer/1?strategy={strategy}", 504, "The back-end was too slow");
    }

    /// <summary>A longer time for a call is not cut by the limit of the request.</summary>
    [Fact]
    public async Task TimeoutIsSet_BackendCaller_RequestMayTakeThreeTimesAsLong()
    {
        await using var frontend = await FrontendUnderTest.StartAsync(
            BackendDocuments.SendAsync, ("Backend:Timeout", "00:01:00"));

        frontend.Services.GetRequiredService<BackendCaller>().RequestTimeout.ShouldBe(TimeSpan.FromMinutes(3));
    }
}
