namespace BackendApi.Tests.Faults;

/// <summary>Tests the effect of each fault from outside, and that it is gone afterwards.</summary>
public sealed class FaultTests(FaultyBackend backend) : IClassFixture<FaultyBackend>
{
    private const string Customer = FaultyBackend.Customer;
    private const string Injections = "fault_injections_total";

    [Theory]
    [InlineData("latency", """{"latencyMs":60000}""")]
    [InlineData("error", """{"errorShare":1,"errorStatus":503}""")]
    [InlineData("cut", """{"cutBeforeShare":1}""")]
    public async Task FaultPut_GetCustomer_ShowsTheFaultUntilItIsTakenBack(string name, string faults)
    {
        using var client = FaultyBackend.CreateClient(backend.Service);
        var label = $"fault=\"{name}\"";
        var before = await backend.Service.SumAsync(Injections, label);

        (await FaultyBackend.PutAsync(client, faults)).ShouldBe(200);
        (await client.GetStringAsync("/faults", TestContext.Current.CancellationToken)).ShouldContain(faults[1..^1]);
        await ShouldShowAsync(client, name);

        (await backend.Service.SumAsync("fault_active", label)).ShouldBe(1);
        (await backend.Service.SumAsync(Injections, label)).ShouldBe(before + 1);
        (await backend.Service.GetAsync("/health/ready")).Status.ShouldBe(200);
        (await FaultyBackend.PutAsync(client, "{}")).ShouldBe(200);
        await ShouldBeHealthyAsync();
    }

    [Fact]
    public async Task EveryPlaceTakenByAFault_PutFaults_SwitchesItOff()
    {
        var time = new FakeTimeProvider();
        await using var full = FaultyBackend.Create(
            time, ("Faults:Token", FaultyBackend.Token), ("Limits:ConcurrentRequests", "1"));
        using var client = FaultyBackend.CreateClient(full);
        await FaultyBackend.PutAsync(client, """{"latencyMs":20000}""");
        Task<int>[] sent = [FaultyBackend.GetStatusAsync(client), FaultyBackend.GetStatusAsync(client)];
        (await await Task.WhenAny(sent)).ShouldBe(503);

        (await FaultyBackend.PutAsync(client, "{}")).ShouldBe(200);

        await Eventually.WaitUntilAsync(() =>
        {
            time.Advance(TimeSpan.FromSeconds(20));
            return sent.All(request => request.IsCompleted);
        });
        (await Task.WhenAll(sent)).Order().ShouldBe([200, 503]);
    }

    [Fact]
    public async Task Shares_SameRequestsTwice_FailAtTheSamePlacesInAboutThatShare()
    {
        using var client = FaultyBackend.CreateClient(backend.Service);
        var delayed = await CountDelayedAsync();

        var (first, second) = (await SendAsync(), await SendAsync());

        second.ShouldBe(first);
        first.Count(status => status == 500).ShouldBeInRange(5, 25);
        (await CountDelayedAsync() - delayed).ShouldBeInRange(30, 90);
        await FaultyBackend.PutAsync(client, "{}");

        Task<double> CountDelayedAsync() => backend.Service.SumAsync(Injections, "fault=\"latency\"");

        async Task<List<int>> SendAsync()
        {
            await FaultyBackend.PutAsync(client, """{"errorShare":0.1,"latencyMs":60000,"latencyShare":0.2}""");
            var statuses = new List<int>();
            for (var i = 0; i < 150; i++)
                statuses.Add(await FaultyBackend.GetStatusAsync(client));
            return statuses;
        }
    }

    [Theory]
    [InlineData("""{"errorShare":2}""")]
    [InlineData("""{"latency":100}""")]
    [InlineData("nonsense")]
    public async Task InvalidFaults_Put_Returns400AndChangeNothing(string faults)
    {
        using var client = FaultyBackend.CreateClient(backend.Service);

        (await FaultyBackend.PutAsync(client, faults)).ShouldBe(400);

        await ShouldBeHealthyAsync();
    }

    private static async Task ShouldShowAsync(HttpClient client, string name)
    {
        if (name is "cut")
        {
            await Should.ThrowAsync<HttpRequestException>(
                () => client.GetStringAsync(Customer, TestContext.Current.CancellationToken));
            return;
        }

        (await FaultyBackend.GetStatusAsync(client)).ShouldBe(name is "error" ? 503 : 200);
    }

    private async Task ShouldBeHealthyAsync()
    {
        var injections = await backend.Service.SumAsync(Injections);

        var (status, body) = await backend.Service.GetAsync(Customer);

        status.ShouldBe(200, body);
        body.ShouldContain("\"orderIds\"");
        (await backend.Service.SumAsync(Injections)).ShouldBe(injections);
        (await backend.Service.SumAsync("fault_active")).ShouldBe(0);
    }
}
