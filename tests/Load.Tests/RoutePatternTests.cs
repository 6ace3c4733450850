namespace Load.Tests;

public sealed class RoutePatternTests
{
    [Theory]
    [InlineData("/orders", "/orders/", true)]
    [InlineData("orders/{id}", "/orders/5", true)]
    [InlineData("/orders/{id:regex(^\\d{{1,3}}$)}", "/orders/5", true)]
    [InlineData("/orders/{id}", "/orders/5/items", false)]
    [InlineData("/orders/{id?}", "/orders", true)]
    [InlineData("{controller=Home}/{action=Index}/{id?}", "/", true)]
    [InlineData("/files/{**path}", "/files", true)]
    [InlineData("/files/{name}.{extension?}", "/files/readme", true)]
    [InlineData("/users/:id", "/users/5", true)]
    [InlineData("/users/<int:id>", "/users/5", true)]
    [InlineData("/metrics", "/orders/5", false)]
    public void Matches_RouteOfServer_DecidesByPath(string route, string path, bool expected) =>
        RoutePattern.Matches(route, path).ShouldBe(expected);

    [Theory]
    [InlineData("GET", "/api/orders/{id}", true)]
    [InlineData("GET", "/api/orders", false)]
    [InlineData("POST", "/api/orders/{id}", false)]
    [InlineData(null, "/api/orders/{id}", true)]
    [InlineData("GET", null, true)]
    [InlineData("HEAD", null, false)]
    public void Include_UrlWithParameter_MatchesAnyValue(string? method, string? route, bool expected)
    {
        var request = TestRequests.CreateParts("http://h:1/api/orders/{{{id:RAND_INTEGER:[1:9]}}}?x=/y");
        var sent = new SentRequests([request]);

        sent.IncludesRequest(method, route).ShouldBe(expected);
    }
}
