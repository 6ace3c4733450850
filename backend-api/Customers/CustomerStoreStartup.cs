using System.Diagnostics;

namespace BackendApi.Customers;

/// <summary>Makes the data before the server listens, so that no request pays for it.</summary>
internal sealed partial class CustomerStoreStartup(
    IServiceProvider services, ILogger<CustomerStoreStartup> logger) : IHostedService
{
    public Task StartAsync(CancellationToken cancellationToken)
    {
        var started = Stopwatch.GetTimestamp();
        var store = services.GetRequiredService<CustomerStore>();
        LogMade(store.LastCustomerId, store.OrderCount, Stopwatch.GetElapsedTime(started).TotalMilliseconds);
        return Task.CompletedTask;
    }

    public Task StopAsync(CancellationToken cancellationToken) => Task.CompletedTask;

    [LoggerMessage(1, LogLevel.Information, "Made {Customers} customers and {Orders} orders in {Milliseconds:0} ms")]
    private partial void LogMade(int customers, int orders, double milliseconds);
}
