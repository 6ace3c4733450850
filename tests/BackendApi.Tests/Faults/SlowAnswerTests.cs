namespace BackendApi.Tests.Faults;

public sealed class SlowAnswerTests(FaultyBackend normal) : IClassFixture<FaultyBackend>
{
    private const string Path = FaultyBackend.Customer;

    private readonly FakeTimeProvider _time = new();

    private TimeSpan Elapsed => _time.GetUtcNow() - _time.Start;

    [Theory]
    [InlineData("LatencyMs", "1")]
    [InlineData("BodyDelayMs", "1")]
    [InlineData("BytesPerSecond", "1000")]
    public async Task AnyDelay_Get_ReturnsTheSameResponseWhenItIsOver(string key, string value)
    {
        await using var slow = CreateBackend(key, value);

        var response = slow.GetAsync(Path);

        (await slow.GetAsync("/health/ready")).Status.ShouldBe(200, "Probes are not delayed.");
        response.IsCompleted.ShouldBeFalse();
        await AdvanceUntilAsync(response, TimeSpan.FromSeconds(1));
        (await response).ShouldBe(await normal.Service.GetAsync(Path));
    }

    [Fact]
    public async Task BodyDelay_GetCustomer_SendsTheHeadersFirst()
    {
        await using var backend = CreateBackend("BodyDelayMs", "60000");
        using var client = backend.CreateHttpClient();

        // The clock of the back-end stands still. GetAsync returns only if the headers are sent before the delay.
        using var response = await client.GetAsync(
            Path, HttpCompletionOption.ResponseHeadersRead, TestContext.Current.CancellationToken);

        ((int)response.StatusCode).ShouldBe(200);
        var body = response.Content.ReadAsStringAsync(TestContext.Current.CancellationToken);
        await AdvanceUntilAsync(body, TimeSpan.FromSeconds(1));
        (await body).ShouldStartWith("""{"id":1,""");
        Elapsed.ShouldBeGreaterThanOrEqualTo(TimeSpan.FromMinutes(1));
    }

    [Fact]
    public async Task BytesPerSecond_GetCustomer_SendsTheBodyInPieces()
    {
        await using var backend = CreateBackend("BytesPerSecond", "100");
        using var client = backend.CreateHttpClient();

        await using var body = await client.GetStreamAsync(Path, TestContext.Current.CancellationToken);

        (await body.ReadAsync(new byte[4_000], TestContext.Current.CancellationToken))
            .ShouldBe(5, "a twentieth of 100 bytes");
        var rest = body.CopyToAsync(Stream.Null, TestContext.Current.CancellationToken);
        await AdvanceUntilAsync(rest, TimeSpan.FromMilliseconds(50));
        Elapsed.ShouldBeGreaterThan(TimeSpan.FromSeconds(10), "A document has 1 to 2 KiB.");
    }

    private Task AdvanceUntilAsync(Task response, TimeSpan step) => Eventually.WaitUntilAsync(() =>
    {
        _time.Advance(step);
        return response.IsCompleted;
    });

    private ServiceFactory<CustomerStore> CreateBackend(string fault, string value) =>
        FaultyBackend.Create(_time, ($"Faults:Active:{fault}", value));
}
