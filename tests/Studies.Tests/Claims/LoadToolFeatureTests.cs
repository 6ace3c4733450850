namespace Studies.Tests.Claims;

public sealed class LoadToolFeatureTests
{
    [Fact]
    public void Features_LoadToolDoesNothing_AreAllAbsent()
    {
        LoadToolFeature.All.Select(feature => feature.Name).Distinct().Count().ShouldBe(20);
        LoadToolFeature.All.Where(feature => feature.IsPresent(new FeatureTrial([], 0, "", 0, null)))
            .Select(feature => feature.Name).ShouldBeEmpty();
    }

    [Theory]
    [InlineData("RAND_DATE", "2021-03-01", "2020-02-29", true)]
    [InlineData("RAND_DATE", "2021-03-01", "2020-02-29T10:00:00", false)]
    [InlineData("RAND_DATE", "2021-03-01", "2021-03-01", false)]
    [InlineData("RAND_INTEGER:[1000:2000]", "1500", "2001", false)]
    public void IsPresent_RandomValue_HasItsFormat(string name, string value, string first, bool expected)
    {
        var requests = Enumerable.Range(0, 20)
            .Select(i => new ReceivedRequest("GET", i == 0 ? $"/{first}" : $"/{value}", null, ""));

        Get(name).IsPresent(new FeatureTrial([.. requests], 1, "", 0, null)).ShouldBe(expected);
    }

    [Fact]
    public async Task RecordingServer_RequestsAtTheSameTime_AreCountedAndRecorded()
    {
        var address = FreePort.FindAddress();
        await using var server = new RecordingServer(address);
        using var http = new HttpClient { BaseAddress = address };
        http.DefaultRequestHeaders.Add(RecordingServer.RecordedHeader, "7");

        (await http.PostAsync(new Uri("/a%20b", UriKind.Relative), new StringContent("x"),
            TestContext.Current.CancellationToken)).Headers.GetValues(RecordingServer.AnswerHeader).ShouldBe(["42"]);
        server.MostAtOnce.ShouldBe(1);
        server.Requests.ShouldBe([new ReceivedRequest("POST", "/a b", "7", "x")]);
        await http.GetAsync(new Uri("/", UriKind.Relative), TestContext.Current.CancellationToken);
        server.MostAtOnce.ShouldBe(1);
        server.Requests.Count.ShouldBe(2);
    }

    private static LoadToolFeature Get(string name) => LoadToolFeature.All.Single(feature => feature.Name == name);
}
