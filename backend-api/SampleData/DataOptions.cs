using System.ComponentModel.DataAnnotations;
using ServiceDefaults;

namespace BackendApi.SampleData;

/// <summary>The sample data that is generated when the service starts. Configuration section <c>Data</c>.</summary>
internal sealed class DataOptions
{
    /// <summary>Any integer. The same seed gives the same documents on every machine. The default is 2014.</summary>
    public int Seed { get; init; } = 2014;

    /// <summary>The number of customers, whose ids begin with 1. From 1 to 100,000; the default is 1,000.</summary>
    [Range(1, 100_000, ErrorMessage =
        "Data:Customers must be from {1} to {2}: set it in appsettings.json, as Data__Customers=1000 in the "
        + "environment, or as --Data:Customers=1000 on the command line.")]
    public int Customers { get; init; } = 1_000;

    /// <summary>The number of orders of each customer, from 1 to 9. The default 0 draws 1 to 3.</summary>
    [Range(0, 9, ErrorMessage = "Set Data:OrdersPerCustomer to a number from 1 to {2}, or to {1} for 1 to 3 orders.")]
    public int OrdersPerCustomer { get; init; }
}

internal static class SampleDataServiceCollectionExtensions
{
    /// <summary>Adds a <see cref="Customers.CustomerStore"/> with generated customers and orders.</summary>
    public static void AddSampleData(this IServiceCollection services)
    {
        services.AddSettings<DataOptions>("Data");
        services.AddSingleton<SampleDataGenerator>()
            .AddSingleton(provider => provider.GetRequiredService<SampleDataGenerator>().Generate());
    }
}
