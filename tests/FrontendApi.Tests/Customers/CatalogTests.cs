using System.Text.Json;
using FrontendApi.Customers.Strategies;
using FrontendApi.Flags;

namespace FrontendApi.Tests.Customers;

public sealed class CatalogTests
{
    [Fact]
    public async Task Strategies_Route_IsTheCatalogue()
    {
        await using var frontend = new Frontend("http://127.0.0.1:1", ("Client:Strategy", "read-as-async"));

        var catalogue = JsonDocument.Parse((await frontend.GetAsync("/api/strategies")).Body).RootElement;

        var entries = catalogue.GetProperty("strategies").EnumerateArray().ToArray();
        entries.Select(entry => entry.GetProperty("name").GetString()).ShouldBe(StrategyCatalog.Names);
        entries.Where(entry => entry.GetProperty("default").GetBoolean())
            .Select(entry => entry.GetProperty("name").GetString()).ShouldBe(["read-as-async"]);
        entries.Where(entry => entry.GetProperty("blocking").GetBoolean())
            .Select(entry => entry.GetProperty("name").GetString())
            .ShouldBe(StrategyCatalog.All.Where(strategy => strategy.Blocking).Select(strategy => strategy.Name));
        entries.Where(entry => !entry.GetProperty("flags").GetRawText().Contains("client"))
            .Select(entry => entry.GetProperty("name").GetString())
            .ShouldBe(StrategyCatalog.All.Where(strategy => strategy.OverWebClient is not null).Select(strategy => strategy.Name));
    }

    [Fact]
    public async Task OpenApi_Flags_HaveEveryValueOfTheCatalogue()
    {
        await using var frontend = new Frontend("http://127.0.0.1:1");

        var document = JsonDocument.Parse((await frontend.GetAsync("/openapi/v1.json")).Body).RootElement;

        var parameters = document.GetProperty("paths").GetProperty("/api/customer/{id}").GetProperty("get")
            .GetProperty("parameters").EnumerateArray().ToDictionary(parameter => parameter.GetProperty("name").GetString()!);
        foreach (var flag in Flag.OfCustomers)
        {
            parameters[flag.Name].GetProperty("schema").GetProperty("enum").EnumerateArray()
                .Select(value => value.GetString()).ShouldBe(flag.Values, flag.Name);
        }
    }

    [Fact]
    public async Task Docs_Page_IsThere()
    {
        await using var frontend = new Frontend("http://127.0.0.1:1");

        (await frontend.GetAsync("/docs/index.html")).Status.ShouldBe(200);
    }
}
