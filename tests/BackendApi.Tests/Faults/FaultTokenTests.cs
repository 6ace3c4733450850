namespace BackendApi.Tests.Faults;

/// <summary>Tests who may switch faults: those who know the token.</summary>
public sealed class FaultTokenTests(FaultyBackend backend) : IClassFixture<FaultyBackend>
{
    private const string Token = FaultyBackend.Token;
    private const string Faults = """{"errorShare":1}""";

    [Theory]
    [InlineData(null, 401)]
    [InlineData("wrong", 401)]
    [InlineData(Token, 200)]
    public async Task Caller_PutAndGetFaults_NeedsTheToken(string? token, int expected)
    {
        using var client = FaultyBackend.CreateClient(backend.Service, token);

        (await FaultyBackend.PutAsync(client, Faults)).ShouldBe(expected);

        (await FaultyBackend.GetStatusAsync(client, "/faults")).ShouldBe(expected);
        (await backend.Service.GetAsync(FaultyBackend.Customer)).Status.ShouldBe(expected is 200 ? 500 : 200);
        await FaultyBackend.PutAsync(client, "{}");
    }

    [Fact]
    public async Task NoTokenConfigured_Put_DoesNothing()
    {
        await using var plain = FaultyBackend.Create(TimeProvider.System);
        using var client = FaultyBackend.CreateClient(plain, "");

        (await FaultyBackend.PutAsync(client, Faults)).ShouldBe(404);
        (await FaultyBackend.GetStatusAsync(client)).ShouldBe(200);
    }

    [Fact]
    public async Task FaultConfiguredWithoutToken_GetCustomer_ShowsItFromTheStart()
    {
        await using var failing = FaultyBackend.Create(
            TimeProvider.System, ("Faults:Active:ErrorShare", "1"), ("Faults:Active:ErrorStatus", "429"));
        using var client = FaultyBackend.CreateClient(failing, "");

        (await FaultyBackend.GetStatusAsync(client)).ShouldBe(429);
        (await failing.SumAsync("fault_active", "fault=\"error\"")).ShouldBe(1);
    }
}
