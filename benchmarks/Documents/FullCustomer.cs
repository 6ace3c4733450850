using System.Net.Http.Headers;
using System.Text.Json;
using FrontendApi.Backend;
using FrontendApi.Customers;

namespace Benchmarks.Documents;

/// <summary>One customer with its orders, as the console program of the source deserialised it: about 2 kB.</summary>
internal static class FullCustomer
{
    private static readonly Customer Customer = new(
        17, "Ada Moreau", "ada.moreau@example.org", "+44 20 7946 0117",
        new("17 Foundry Lane", "Leeds", "LS1 4AP", "United Kingdom"),
        new(2013, 5, 6, 7, 8, 9, TimeSpan.FromHours(2)),
        "Prefers a call before each delivery, in the morning, and pays on account at the end of the month.",
        [171, 172]);

    /// <summary>With two orders in place of their ids.</summary>
    public static byte[] Aggregate { get; } =
        JsonSerializer.SerializeToUtf8Bytes(CustomerAggregate.Create(Customer, [Order(171), Order(172)]), JsonSerializerOptions.Web);

    /// <summary>As the back-end sends it to a strategy.</summary>
    public static byte[] Alone { get; } = JsonSerializer.SerializeToUtf8Bytes(Customer, JsonSerializerOptions.Web);

    public static ByteArrayContent ContentOf(byte[] document) =>
        new(document) { Headers = { ContentType = new MediaTypeHeaderValue("application/json", "utf-8") } };

    private static Order Order(int id) => new(
        id, Customer.Id, new(2014, 10, 19, 12, 30, 0, TimeSpan.Zero), "GBP",
        [
            new(1, "Brass desk lamp", "A lamp of solid brass with a shade of green glass, to be wired on site.", 2, 74.50m),
            new(2, "Oak shelf", "A shelf of oiled oak, 90 cm wide, with two brackets and their screws.", 5, 31.20m),
        ],
        305.00m);
}
