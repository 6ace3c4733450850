namespace EndToEnd.Tests;

/// <summary>Tests that what the back-end does around its routes applies to calls of gRPC, too.</summary>
public sealed class GrpcTests
{
    [Theory]
    [InlineData("Faults:Active:ErrorShare", "1", 502, "with status 500")]
    [InlineData("Faults:Active:CutWithinShare", "1", 502, "no connection could be opened, or the connection was closed")]
    [InlineData("Faults:Active:BodyDelayMs", "1", 200, "\"orders\":[{")]
    [InlineData("Limits:ConcurrentRequests", "10", 200, "\"orders\":[{")]
    public async Task SettingOfTheBackend_GetCustomer_AppliesAndIsCountedByTheRoute(
        string setting, string value, int status, string text)
    {
        await using var pair = new CountedPair([], (setting, value));

        using var response = await pair.GetAsync(1, "strategy=grpc");

        var body = await response.Content.ReadAsStringAsync(TestContext.Current.CancellationToken);
        ((int)response.StatusCode).ShouldBe(status, body);
        body.ShouldContain(text);
        await Eventually.WaitUntilAsync(async () => await pair.Backend.SumAsync(
            "http_server_request_duration_seconds_count", "http_route=\"/testbed.CustomerService/GetCustomer\"") is 1);
    }
}
