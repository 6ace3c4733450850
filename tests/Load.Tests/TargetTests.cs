using Load.Diagnostics;
using Load.Experiment;
using Load.Http;
using Load.Http.Parameters;
using Load.Tests.Hosting;

namespace Load.Tests;

public sealed class TargetTests
{
    private const string Url = "http://host:5100/api/customer/{{{id:RAND_INTEGER:[1:10]}}}?x=1";

    [Fact]
    public void UriFor_SameSeedAndIndex_IsTheSame()
    {
        Uris(seed: 7).ShouldBe(Uris(seed: 7));
        Uris(seed: 7).ShouldNotBe(Uris(seed: 8));
    }

    [Fact]
    public void ValueFor_ManyIndices_ReachesBothEndsEvenly()
    {
        var parameter = new RandomInteger("id", 1, 10);

        var counts = Enumerable.Range(0, 10_000).CountBy(i => parameter.GetValue(2014, i)).ToDictionary();

        counts.Keys.Order().ShouldBe(Enumerable.Range(1, 10).Select(i => (long)i));
        counts.Values.ShouldAllBe(count => count > 850 && count < 1150);
    }

    [Theory]
    [InlineData(5, 5)]
    [InlineData(-3, 3)]
    [InlineData(long.MinValue, long.MaxValue)]
    public void ValueFor_AnyBounds_StaysWithin(long min, long max)
    {
        var parameter = new RandomInteger("id", min, max);

        Enumerable.Range(0, 1000).Select(i => parameter.GetValue(1, i)).ShouldAllBe(value => value >= min && value <= max);
    }

    [Fact]
    public void UriFor_OneNameTwice_HasOneValue()
    {
        const string parameter = "{{{id:RAND_INTEGER:[1:1000000]}}}";

        var uri = TestRequests.CreateMix($"http://h/{parameter}/{parameter}").GetRequest(5).Uri;

        uri.Segments[1].TrimEnd('/').ShouldBe(uri.Segments[2]);
    }

    [Theory]
    [InlineData("http://h/{{{id:RAND_NUMBER}}}", "unknown kind RAND_NUMBER in {{{id:RAND_NUMBER}}}. Valid kinds: RAND_INTEGER, RAND_DOUBLE")]
    [InlineData("http://h/{{{id}}}", "no values for {{{id}}}. Try {{{id:RAND_INTEGER:[1:1000]}}}")]
    [InlineData("http://h/{{{a:RAND_GUID}}}{{{b}}}", "Known parameters: {{{a}}}. Try {{{b:RAND")]
    [InlineData("http://h/{{{id:RAND_INTEGER}}}", "Try {{{id:RAND_INTEGER:[1:1000]}}}")]
    [InlineData("http://h/{{{id:RAND_INTEGER:[9:1]}}}", "Try {{{id:RAND_INTEGER:[1:1000]}}}")]
    [InlineData("http://h/{{{id:RAND_STRING:[-1:5]}}}", "Try {{{id:RAND_STRING:[5:10]}}}")]
    [InlineData("http://h/{{{id:RAND_DOUBLE:0-1}}}", "Try {{{id:RAND_DOUBLE:[0:1]}}}")]
    [InlineData("http://h/{{{id:RAND_DATE:[2020-13-01:2021-01-01]}}}", "Try {{{id:RAND_DATE:[2020-01-01:2020-12-31]}}}")]
    [InlineData("http://h/{{{id:RAND_GUID:[1:2]}}}", "takes none. Try {{{id:RAND_GUID}}}")]
    [InlineData("http://h/{{{id:RAND_GUID}}}/{{{id:RAND_NAME}}}", "{{{id:RAND_NAME}}} was already declared as {{{id:RAND_GUID}}}. Try {{{id}}}")]
    public void Target_Mistake_SaysWhatThereIs(string text, string cure)
    {
        var mistakes = new DiagnosticList();

        TestRequests.CreateParts(text).Compile(null, mistakes);

        mistakes.All.ShouldHaveSingleItem().Error.Message.ShouldContain(cure);
    }

    [Theory]
    [InlineData("localhost:5100", "Try http://localhost:5100")]
    [InlineData("ftp://host/", "expected an HTTP URL")]
    [InlineData("http://", "expected an HTTP URL")]
    public void Absolute_NoUrlOfHttp_SaysWhatToTry(string text, string cure) =>
        Should.Throw<FormatException>(() => UrlText.ParseAbsolute(text)).Message.ShouldContain(cure);

    [Theory]
    [InlineData("http://h/a", "http://h/a?s=new")]
    [InlineData("http://h/a?s=old", "http://h/a?s=new")]
    [InlineData("http://h/a?x=1&s=old&y=2", "http://h/a?x=1&s=new&y=2")]
    [InlineData("http://h/a?ss=1", "http://h/a?ss=1&s=new")]
    [InlineData("http://h/{{{id:RAND_INTEGER:[1:2]}}}?x=1", "http://h/{{{id:RAND_INTEGER:[1:2]}}}?x=1&s=new")]
    public void WithQuery_AnyUrl_SetsTheParameter(string url, string expected) =>
        UrlText.SetQueryParameter(url, "s=new").ShouldBe(expected);

    [Theory]
    [InlineData("http://h:1/a?b=c", "http://other:2", "http://other:2/a?b=c")]
    [InlineData("http://h:1?b=c", "https://other/", "https://other?b=c")]
    [InlineData("http://h", "http://other:2", "http://other:2")]
    [InlineData("http://h:1/a?b=c", "http://other:2/d?e=f", "http://other:2/d?e=f")]
    public void OnBase_AnyUrl_ReplacesSchemeHostAndPortAndWithAPathThat(string url, string baseUrl, string expected) =>
        UrlText.ReplaceBaseUrl(url, baseUrl).ShouldBe(expected);

    [Fact]
    public void Parse_Vary_ReadsValuesBasesAndRepeats()
    {
        VariationSet vary = VariationSet.Parse("strategy=a,b@http://h:1,a");

        vary.Variations.ShouldBe([new("a", "strategy=a"), new("b", "strategy=b", "http://h:1"), new("a (2)", "strategy=a")]);
    }

    [Fact]
    public void Parse_VaryOfHostsAlone_SetsNoParameter()
    {
        VariationSet vary = VariationSet.Parse("old@http://h:1/?x=1,new@http://h:2");

        vary.Variations.ShouldBe([new("old", null, "http://h:1/?x=1"), new("new", null, "http://h:2")]);
        vary.Variations[1].ApplyTo("http://x/a?b=c").ShouldBe("http://h:2/a?b=c");
    }

    [Theory]
    [InlineData("strategy")]
    [InlineData("strategy=a")]
    [InlineData("=a,b")]
    [InlineData("strategy=a,,b")]
    public void Parse_BrokenVary_SaysWhatIsExpected(string text) =>
        Should.Throw<FormatException>(() => VariationSet.Parse(text)).Message.ShouldContain("strategy=a,b,c");

    private static Uri[] Uris(int seed) => [.. Enumerable.Range(0, 1000).Select(i => TestRequests.CreateMix(Url, seed).GetRequest(i).Uri)];
}
