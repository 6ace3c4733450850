using BackendApi.SlowResponses;
using BackendApi.Telemetry;
using Microsoft.AspNetCore.Http;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Hosting;
using Microsoft.Extensions.Options;
using Testing;

namespace BackendApi.Tests.SlowResponses;

public sealed class SlowResponseTests
{
    private const string Path = "/api/customer/1";
    private static readonly TimeSpan OneMinute = TimeSpan.FromMinutes(1);

    private readonly FakeTime _time = new();

    [Theory]
    [InlineData("SlowResponses:BytesPerSecond", "1000")]
    [InlineData("SlowResponses:BeforeHeaders", "00:00:00.001")]
    [InlineData("SlowResponses:BeforeBody", "00:00:00.001")]
    [InlineData("Drip:BeforeBody", "00:00:00.001")]
    public async Task AnyDelay_GetCustomer_ReturnsTheSameResponse(string key, string value)
    {
        _time.EndDelays();
        await using var normal = CreateBackend();
        await using var slow = CreateBackend((key, value));

        (await slow.GetAsync(Path)).ShouldBe(await normal.GetAsync(Path));

        _time.Delays.ShouldNotBeEmpty();
        (await slow.GetAsync("/api/customer/99")).Status.ShouldBe(404);
    }

    [Fact]
    public async Task DelayBeforeBody_GetCustomer_SendsTheHeadersFirst()
    {
        await using var backend = CreateBackend(("SlowResponses:BeforeBody", "00:01:00"));
        using var client = backend.CreateHttpClient();

        // The fake clock of the back-end stands still, so the delay before the body does not end. GetAsync returns only
        // if the back-end sends the headers before the delay.
        using var response = await client.GetAsync(
            Path, HttpCompletionOption.ResponseHeadersRead, TestContext.Current.CancellationToken);

        ((int)response.StatusCode).ShouldBe(200);
        await Eventually.WaitUntilAsync(() => _time.Delays.Contains(OneMinute));
        _time.EndDelays();
        (await response.Content.ReadAsStringAsync(TestContext.Current.CancellationToken))
            .ShouldStartWith("""{"id":1,""");
        _time.Delays.ShouldBe([OneMinute]);
    }

    [Fact]
    public async Task BytesPerSecondOption_GetCustomer_SendsTheBodyInPieces()
    {
        await using var backend = CreateBackend(("SlowResponses:BytesPerSecond", "100"));
        using var client = backend.CreateHttpClient();
        var buffer = new byte[4_000];

        await using var body = await client.GetStreamAsync(Path, TestContext.Current.CancellationToken);

        (await body.ReadAsync(buffer, TestContext.Current.CancellationToken)).ShouldBe(5, "a twentieth of 100 bytes");
        await Eventually.WaitUntilAsync(() => !_time.Delays.IsEmpty);
        _time.EndDelays();
        while (await body.ReadAsync(buffer, TestContext.Current.CancellationToken) > 0)
        {
        }

        _time.Delays.Count.ShouldBeGreaterThan(200);
        _time.Delays.SkipLast(1).ShouldAllBe(delay => delay == TimeSpan.FromMilliseconds(50));
    }

    [Fact]
    public async Task ShareOptionIsOneFifth_GetCustomerTenTimes_DelaysEveryFifthResponse()
    {
        _time.EndDelays();
        await using var backend = CreateBackend(
            ("SlowResponses:BeforeBody", "00:01:00"), ("SlowResponses:Share", "0.2"));
        var delays = new List<int>();

        for (var i = 0; i < 10; i++)
        {
            (await backend.GetAsync(Path)).Status.ShouldBe(200);
            delays.Add(_time.Delays.Count);
        }

        delays.ShouldBe([0, 0, 0, 0, 1, 1, 1, 1, 1, 2]);
    }

    [Fact]
    public async Task FormerAndNewConfigurationSection_GetCustomer_UsesNewSection()
    {
        _time.EndDelays();
        await using var backend = CreateBackend(
            ("Drip:BeforeBody", "00:00:30"), ("SlowResponses:BeforeBody", "00:01:00"));

        await backend.GetAsync(Path);

        _time.Delays.ShouldBe([OneMinute]);
    }

    [Fact]
    public async Task ResultThrows_ExecuteAsync_RestoresTheResponseBody()
    {
        var context = new DefaultHttpContext();
        var body = context.Response.Body;
        var response = new SlowResponse(new ThrowingResult(), new SlowResponseOptions(), _time);

        await Should.ThrowAsync<NotSupportedException>(() => response.ExecuteAsync(context));

        context.Response.Body.ShouldBeSameAs(body);
    }

    [Theory]
    [InlineData(
        "BeforeHeaders", "-00:00:01", "Set SlowResponses:BeforeHeaders to a time between 00:00:00 and 00:01:00.")]
    [InlineData("BeforeBody", "00:02:00", "Set SlowResponses:BeforeBody to a time between 00:00:00 and 00:01:00.")]
    [InlineData(
        "BytesPerSecond", "99",
        "Set SlowResponses:BytesPerSecond to a number between 100 and 1000000000, or leave it out.")]
    [InlineData("Share", "1.1", "Set SlowResponses:Share to a number between 0 and 1.")]
    public async Task SettingOutOfBounds_StartService_FailsWithAdvice(string key, string value, string fix)
    {
        var builder = Host.CreateEmptyApplicationBuilder(settings: null);
        builder.Configuration[$"SlowResponses:{key}"] = value;
        builder.Services.AddSlowResponses();
        using var host = builder.Build();

        var failure = await Should.ThrowAsync<OptionsValidationException>(
            () => host.StartAsync(TestContext.Current.CancellationToken));

        failure.Message.ShouldContain(fix);
    }

    private ServiceFactory<BackendMetrics> CreateBackend(params (string Key, string Value)[] settings) =>
        new([("Data:Customers", "1"), .. settings])
        {
            ExtraServices = services => services.AddSingleton<TimeProvider>(_time),
        };

    private sealed class ThrowingResult : IResult
    {
        public Task ExecuteAsync(HttpContext httpContext) => throw new NotSupportedException();
    }
}
