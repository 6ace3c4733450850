namespace BackendApi.Tests.Faults;

/// <summary>Tests who may switch faults: callers on the same machine, and those who know the token.</summary>
public sealed class FaultTokenTests(FaultyBackend backend) : IClassFixture<FaultyBackend>
{
    private const string Token = FaultyBackend.Token;
    private const string Faults = """{"errorShare":1}""";

    // An address of the documentation of TEST-NET-1 (RFC 5737).
    private const string Remote = "192.0.2.1";

    [Theory]
    [InlineData("127.0.0.1", null, 200)]
    [InlineData("::1", null, 200)]
    [InlineData("127.0.0.1", Token, 200)]
    [InlineData("127.0.0.1", "wrong", 401)]
    [InlineData(Remote, null, 401)]
    [InlineData(Remote, "wrong", 401)]
    [InlineData(Remote, Token, 200)]
    public async Task Caller_PutAndGetFaults_NeedsTheTokenUnlessOnTheSameMachine(
        string address, string? token, int expected)
    {
        using var client = FaultyBackend.CreateClient(backend.Service, token);
        client.DefaultRequestHeaders.Add("X-Test-Caller", address);

        (await FaultyBackend.PutAsync(client, Faults)).ShouldBe(expected);

        (await FaultyBackend.GetStatusAsync(client, "/faults")).ShouldBe(expected);
        (await backend.Service.GetAsync(FaultyBackend.Customer)).Status.ShouldBe(expected is 200 ? 500 : 200);
        await FaultyBackend.PutAsync(client, "{}");
    }

    // A page in a browser of this machine names its own site, or has a host name that leads here.
    [Theory]
    [InlineData("Origin", "http://site.example")]
    [InlineData("Host", "site.example")]
    [InlineData("x-forwarded-for", "8.8.8.8")]
    [InlineData("Forwarded", "for=8.8.8.8")]
    [InlineData("Via", "1.1 proxy")]
    public async Task PageOfAnotherSite_OnTheSameMachine_NeedsTheToken(string header, string value)
    {
        using var client = FaultyBackend.CreateClient(backend.Service, token: null);
        client.DefaultRequestHeaders.Add(header, value);

        (await FaultyBackend.GetStatusAsync(client, "/faults")).ShouldBe(401);
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
