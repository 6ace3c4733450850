using Studies.Claims.LoadToolFeatures;
using Studies.Hosting;

namespace Studies.Tests.Claims;

public sealed class LoadToolFeatureTests
{
    public static TheoryData<string> Names => [.. LoadToolFeature.All.Select(feature => feature.Name)];

    [Fact]
    public void All_Features_AreTheTwentyOfTheClaim() =>
        LoadToolFeature.All.Select(feature => feature.Name).Distinct().Count().ShouldBe(20);

    [Theory]
    [MemberData(nameof(Names))]
    public void IsPresent_LoadToolDoesNothing_IsFalse(string name) =>
        Get(name).IsPresent(new FeatureTrial([], 0, "", 0, null)).ShouldBeFalse();

    [Theory]
    [InlineData("-c: the number of requests at the same time")]
    [InlineData("-v: the method")]
    [InlineData("-f: values from a file")]
    [InlineData("RAND_DATE")]
    [InlineData("RAND_INTEGER:[1000:2000]")]
    public void IsPresent_LoadToolSendsPlainRequests_IsFalse(string name)
    {
        var requests = Enumerable.Range(0, 20).Select(_ => new ReceivedRequest("GET", "/1", null, ""));

        Get(name).IsPresent(new FeatureTrial([.. requests], 1, "", 0, null)).ShouldBeFalse();
    }

    [Theory]
    [InlineData("-v: the method", "PUT", "/", null, "")]
    [InlineData("-t: headers and a body from a file", "POST", "/", "7", "an order")]
    [InlineData("placeholders in the URL", "GET", "/7", null, "")]
    [InlineData("placeholders in a header", "GET", "/", "7", "")]
    public void IsPresent_ServerReceivesWhatWasAsked_IsTrue(
        string name, string method, string path, string? customer, string body) =>
        Get(name).IsPresent(new FeatureTrial([new ReceivedRequest(method, path, customer, body)], 1, "", 0, null))
            .ShouldBeTrue();

    [Theory]
    [InlineData("RAND_DATE", "2020-02-29", true)]
    [InlineData("RAND_DATE", "2020-02-29T10:00:00", false)]
    [InlineData("RAND_DATETIMEOFFSET", "2020-02-29T10:00:00-03:00", true)]
    [InlineData("RAND_NAME", "Ada Berg", true)]
    [InlineData("RAND_STRING", "Ada Berg", false)]
    [InlineData("RAND_INTEGER:[1000:2000]", "2001", false)]
    public void IsPresent_RandomValue_HasItsFormat(string name, string value, bool expected)
    {
        var requests = Enumerable.Range(0, 20)
            .Select(i => new ReceivedRequest("GET", i == 0 ? $"/{value}" : $"/{GetOther(name)}", null, ""));

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

    private static string GetOther(string name) => name switch
    {
        "RAND_DATE" => "2021-03-01",
        "RAND_DATETIMEOFFSET" => "2021-03-01T10:00:00+01:00",
        "RAND_NAME" => "Emma Rossi",
        "RAND_STRING" => "word",
        _ => "1500",
    };

    private static LoadToolFeature Get(string name) => LoadToolFeature.All.Single(feature => feature.Name == name);
}
