using System.Diagnostics;
using BackendApi.Customers;
using Microsoft.Extensions.Options;

namespace BackendApi.SampleData;

/// <summary>Generates the sample data of the back-end: all customers and orders.</summary>
internal sealed partial class SampleDataGenerator(
    IOptions<DataOptions> options,
    CustomerGenerator customerGenerator,
    OrderGenerator orderGenerator,
    ILogger<SampleDataGenerator> logger)
{
    public CustomerStore Generate()
    {
        var started = Stopwatch.GetTimestamp();
        Customer[] customers = [.. Enumerable.Range(1, options.Value.Customers).Select(customerGenerator.Generate)];
        var orders = customers.SelectMany(customer =>
            customer.OrderIds.Select(id => orderGenerator.Generate(id, customer)));
        var store = new CustomerStore(customers, orders);
        LogGenerated(customers.Length, store.OrderCount, Stopwatch.GetElapsedTime(started).TotalMilliseconds);
        return store;
    }

    [LoggerMessage(1, LogLevel.Information,
        "Generated {Customers} customers and {Orders} orders in {Milliseconds:0} ms.")]
    private partial void LogGenerated(int customers, int orders, double milliseconds);
}

internal static class SampleDataServiceCollectionExtensions
{
    /// <summary>Adds a <see cref="CustomerStore"/> with generated customers and orders.</summary>
    public static IServiceCollection AddSampleData(this IServiceCollection services)
    {
        services.AddOptions<DataOptions>().BindConfiguration(DataOptions.Section)
            .ValidateDataAnnotations()
            .Validate(options => options.HasValidSize,
                "Set Data:CustomerBytes to a number from 1024 to 1048576, or to 0 for documents of 1 to 2 KiB. All "
                + "customers together may have 128 MiB: set Data:Customers to a smaller number.")
            .ValidateOnStart();
        return services
            .AddSingleton<DeterministicFaker>()
            .AddSingleton<DocumentSize>()
            .AddSingleton<CustomerGenerator>()
            .AddSingleton<OrderGenerator>()
            .AddSingleton<SampleDataGenerator>()
            .AddSingleton(provider => provider.GetRequiredService<SampleDataGenerator>().Generate())
            .AddHostedService<StartupDataService>();
    }

    /// <summary>
    /// Generates the sample data before the server listens, so that the first request does not wait for the data.
    /// </summary>
    private sealed class StartupDataService(IServiceProvider services) : IHostedService
    {
        public Task StartAsync(CancellationToken cancellationToken)
        {
            services.GetRequiredService<CustomerStore>();
            return Task.CompletedTask;
        }

        public Task StopAsync(CancellationToken cancellationToken) => Task.CompletedTask;
    }
}
