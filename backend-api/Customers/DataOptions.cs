using System.ComponentModel.DataAnnotations;

namespace BackendApi.Customers;

/// <summary>What data the service makes at start; configuration section <c>Data</c>.</summary>
internal sealed class DataOptions
{
    public const string Section = "Data";

    /// <summary>Any integer, 2014 by default. The same seed gives the same documents on every machine.</summary>
    public int Seed { get; init; } = 2014;

    /// <summary>How many customers there are, with ids from 1: 1 to 100,000, 1,000 by default.</summary>
    [Range(1, 100_000, ErrorMessage =
        "Data:Customers must be from {1} to {2}: set it in appsettings.json, as Data__Customers=1000 in the "
        + "environment, or as --Data:Customers=1000 on the command line.")]
    public int Customers { get; init; } = 1_000;
}
