namespace FrontendApi.Tests.Customers;

public sealed class CatalogTests
{
    [Fact]
    public void Catalogue_Strategies_AreOneOfEachClass()
    {
        var classes = typeof(Strategy).Assembly.GetTypes()
            .Where(type => type.IsSubclassOf(typeof(Strategy)) && !type.IsAbstract);

        StrategyCatalog.All.Select(strategy => strategy.GetType()).ShouldBe(classes, ignoreOrder: true);
        StrategyCatalog.All.ShouldAllBe(strategy => strategy.GetType().IsSealed);
        StrategyCatalog.Names.ShouldBeUnique();
    }

    [Fact]
    public async Task DefaultsConfigured_GetStrategies_ReturnsStrategiesAndFlagsWithTheDefaults()
    {
        await using var frontend = new FrontendUnderTest(
            FrontendUnderTest.NoBackend, ("Client:Strategy", "read-as-async"), ("Client:Mode", "sync"));

        var catalogue = JsonElement.Parse((await frontend.GetAsync("/api/strategies")).Body);

        var entries = catalogue.GetProperty("strategies").EnumerateArray().ToArray();
        GetNames(entries).ShouldBe(StrategyCatalog.Names);
        GetNames(entries.Where(entry => entry.GetProperty("default").GetBoolean())).ShouldBe(["read-as-async"]);
        string[] known = ["webclient-sync", "webclient-async", "result-blocking", "get-from-json"];
        GetNames(entries.Where(entry => entry.GetProperty("blocking").GetBoolean())).Intersect(known)
            .ShouldBe(["webclient-sync", "result-blocking"]);
        entries.Single(entry => entry.GetProperty("name").GetString() is "orders-included").GetProperty("flags")
            .EnumerateArray().Select(flag => flag.GetString()).ShouldBe(["strategy", "client", "resilience", "http"]);
        var flags = catalogue.GetProperty("flags").EnumerateArray().ToArray();
        GetNames(flags).ShouldBe(["strategy", "client", "fanout", "resilience", "http", "mode"]);
        flags.Select(flag => flag.GetProperty("default").GetString())
            .ShouldBe(["read-as-async", "factory", "sequential", "none", "1.1", "sync"]);
    }

    [Fact]
    public async Task BothRoutes_OpenApiDocument_HaveTheirFlagsAndResponses()
    {
        await using var frontend = new FrontendUnderTest(FrontendUnderTest.NoBackend);

        var paths = JsonElement.Parse((await frontend.GetAsync("/openapi/v1.json")).Body).GetProperty("paths");

        var get = paths.GetProperty("/api/customer/{id}").GetProperty("get");
        var post = paths.GetProperty("/ingest/event").GetProperty("post");
        GetNames(get.GetProperty("parameters").EnumerateArray().Skip(1))
            .ShouldBe(Flags.OfCustomers.Select(flag => flag.Name));
        GetNames(post.GetProperty("parameters").EnumerateArray())
            .ShouldBe(Flags.OfIngestion.Select(flag => flag.Name));
        post.GetProperty("responses").EnumerateObject().Select(response => response.Name)
            .ShouldBe(["200", "400", "408", "413", "415", "502", "503", "504"], ignoreOrder: true);
    }

    private static IEnumerable<string?> GetNames(IEnumerable<JsonElement> entries) =>
        entries.Select(entry => entry.GetProperty("name").GetString());
}
