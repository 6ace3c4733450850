namespace BackendApi.Tests.Faults;

/// <summary>Tests requests that say how long their callers still wait, while an injected fault delays them.</summary>
public sealed class SpentDeadlineTests(FaultyBackend backend) : IClassFixture<FaultyBackend>
{
    [Theory]
    [InlineData("4999", 504)]
    [InlineData("0", 504)]
    [InlineData("5001", 200)]
    [InlineData("soon", 200)]
    [InlineData("-1", 200)]
    [InlineData("99999999999999999999", 200)]
    public async Task DelayOfFiveSeconds_GetCustomer_IsNotBegunAfterItsDeadline(string milliseconds, int status)
    {
        using var client = FaultyBackend.CreateClient(backend.Service);
        (await FaultyBackend.PutAsync(client, """{"latencyMs":5000}""")).ShouldBe(200);
        var before = await backend.Service.SumAsync("deadline_spent_total");
        client.DefaultRequestHeaders.Add("Request-Timeout-Ms", milliseconds);

        (await FaultyBackend.GetStatusAsync(client)).ShouldBe(status);

        (await backend.Service.SumAsync("deadline_spent_total")).ShouldBe(before + (status is 504 ? 1 : 0));
    }
}
