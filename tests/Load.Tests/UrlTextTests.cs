using Load.Http;

namespace Load.Tests;

public sealed class UrlTextTests
{
    [Theory]
    [InlineData("http://h/a", "http://h/a?s=new")]
    [InlineData("http://h/a?s=old", "http://h/a?s=new")]
    [InlineData("http://h/a?x=1&s=old&y=2", "http://h/a?x=1&s=new&y=2")]
    [InlineData("http://h/{{{id:RAND_INTEGER:[1:2]}}}?x=1", "http://h/{{{id:RAND_INTEGER:[1:2]}}}?x=1&s=new")]
    public void SetQueryParameter_AnyUrl_SetsParameter(string url, string expected) =>
        UrlText.SetQueryParameter(url, "s=new").ShouldBe(expected);

    [Theory]
    [InlineData("http://h:1/a?b=c", "http://other:2", "http://other:2/a?b=c")]
    [InlineData("http://h:1?b=c", "https://other/", "https://other?b=c")]
    public void ReplaceBaseUrl_AnyUrl_ReplacesSchemeHostPortAndOptionallyPath(
        string url, string baseUrl, string expected) =>
        UrlText.ReplaceBaseUrl(url, baseUrl).ShouldBe(expected);
}
