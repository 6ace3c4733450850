namespace BackendApi.Tests.Faults;

public sealed class SlowAnswerTests(FaultyBackend normal) : IClassFixture<FaultyBackend>
{
    private const string Path = FaultyBackend.Customer;

    private readonly FakeTime _time = new();

    [Theory]
    [InlineData("LatencyMs", "1")]
    [InlineData("BodyDelayMs", "1")]
    [InlineData("BytesPerSecond", "1000")]
    public async Task AnyDelay_Get_ReturnsTheSameResponse(string key, string value)
    {
        _time.EndDelays();
        await using var slow = CreateBackend(key, value);

        (await slow.GetAsync(Path)).ShouldBe(await normal.Service.GetAsync(Path));

        _time.Delays.ShouldNotBeEmpty();
        (await slow.GetAsync("/api/customer/99")).Status.ShouldBe(404);
        _time.Delays.Clear();
        (await slow.GetAsync("/health/ready")).Status.ShouldBe(200);
        _time.Delays.ShouldBeEmpty();
    }

    [Fact]
    public async Task BodyDelay_GetCustomer_SendsTheHeadersFirst()
    {
        await using var backend = CreateBackend("BodyDelayMs", "60000");
        using var client = backend.CreateHttpClient();

        // The fake clock of the back-end stands still, so the delay before the body does not end. GetAsync returns only
        // if the back-end sends the headers before the delay.
        using var response = await client.GetAsync(
            Path, HttpCompletionOption.ResponseHeadersRead, TestContext.Current.CancellationToken);

        ((int)response.StatusCode).ShouldBe(200);
        await Eventually.WaitUntilAsync(() => !_time.Delays.IsEmpty);
        _time.EndDelays();
        (await response.Content.ReadAsStringAsync(TestContext.Current.CancellationToken))
            .ShouldStartWith("""{"id":1,""");
        _time.Delays.ShouldBe([TimeSpan.FromMinutes(1)]);
    }

    [Fact]
    public async Task BytesPerSecond_GetCustomer_SendsTheBodyInPieces()
    {
        await using var backend = CreateBackend("BytesPerSecond", "100");
        using var client = backend.CreateHttpClient();
        var buffer = new byte[4_000];

        await using var body = await client.GetStreamAsync(Path, TestContext.Current.CancellationToken);

        (await body.ReadAsync(buffer, TestContext.Current.CancellationToken)).ShouldBe(5, "a twentieth of 100 bytes");
        await Eventually.WaitUntilAsync(() => !_time.Delays.IsEmpty);
        _time.EndDelays();
        await body.CopyToAsync(Stream.Null, TestContext.Current.CancellationToken);
        _time.Delays.Count.ShouldBeGreaterThan(200);
        _time.Delays.ShouldAllBe(delay => delay == TimeSpan.FromMilliseconds(50));
    }

    private ServiceFactory<CustomerStore> CreateBackend(string fault, string value) =>
        FaultyBackend.Create(_time, ($"Faults:Active:{fault}", value));
}
