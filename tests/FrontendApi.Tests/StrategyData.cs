using FrontendApi.Strategies;

namespace FrontendApi.Tests;

/// <summary>The names of client strategies, as data for parameterized tests.</summary>
public static class StrategyData
{
    public static TheoryData<string> All => [.. StrategyCatalog.Names];

    public static TheoryData<string> HttpClientStrategies =>
        [.. StrategyCatalog.All.OfType<HttpClientStrategy>().Select(strategy => strategy.Name)];

    public static TheoryData<string> WebClientStrategies =>
        [.. StrategyCatalog.All.OfType<WebClientStrategy>().Select(strategy => strategy.Name)];
}
