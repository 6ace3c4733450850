using FrontendApi.Customers.Strategies;

namespace FrontendApi.Tests;

/// <summary>The catalogue as theory data.</summary>
public static class Catalog
{
    public static TheoryData<string> Strategies => [.. StrategyCatalog.Names];

    public static TheoryData<string> HttpClientStrategies =>
        [.. StrategyCatalog.All.Where(strategy => strategy.OverHttpClient is not null).Select(strategy => strategy.Name)];

    public static TheoryData<string> WebClientStrategies =>
        [.. StrategyCatalog.All.Where(strategy => strategy.OverWebClient is not null).Select(strategy => strategy.Name)];
}
