using FrontendApi.Strategies;

namespace FrontendApi.Tests;

/// <summary>The names of client strategies, as data for parameterized tests.</summary>
public static class StrategyData
{
    public static TheoryData<string> All => [.. StrategyCatalog.Names];

    /// <summary>The strategies that have the flag fanout, because they make a call for each order.</summary>
    public static TheoryData<string> FanOutStrategies =>
        [.. StrategyCatalog.All.Where(strategy => strategy.HasFanOut).Select(strategy => strategy.Name)];

    /// <summary>The strategies that read the customer and the orders with different calls.</summary>
    public static TheoryData<string> OrderCallStrategies =>
        [.. StrategyCatalog.All.Where(strategy => !strategy.IncludesOrders).Select(strategy => strategy.Name)];

    /// <summary>Returns the number of calls that a strategy needs for a customer with three orders.</summary>
    public static int CountCalls(string name) => StrategyCatalog.Get(name) switch
    {
        { IncludesOrders: true } => 1,
        { HasFanOut: true } => 4,
        _ => 2,
    };

    public static TheoryData<string> HttpClientStrategies =>
        [.. StrategyCatalog.All.OfType<HttpClientStrategy>().Select(strategy => strategy.Name)];

    /// <summary>The strategies that read all orders of a customer with one call.</summary>
    public static TheoryData<string> OrderListStrategies =>
        [.. StrategyCatalog.All.Where(strategy => strategy.OrdersPath is not null).Select(strategy => strategy.Name)];

    public static TheoryData<string> WebClientStrategies =>
        [.. StrategyCatalog.All.OfType<WebClientStrategy>().Select(strategy => strategy.Name)];
}
