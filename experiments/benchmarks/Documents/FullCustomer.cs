using System.Net.Http.Headers;
using System.Text.Json;
using FrontendApi.Backend;
using FrontendApi.Strategies;

namespace Benchmarks.Documents;

/// <summary>
/// A customer with two orders, about 1 KB of JSON, as the console program of Byterot, 2014, deserialized it.
/// </summary>
internal static class FullCustomer
{
    private static readonly Customer SampleCustomer = new(
        17, "Ada Moreau", "ada.moreau@example.org", "+44 20 7946 0117",
        new("17 Foundry Lane", "Leeds", "LS1 4AP", "United Kingdom"),
        new(2013, 5, 6, 7, 8, 9, TimeSpan.FromHours(2)),
        "Prefers a call before each delivery, in the morning, and pays on account at the end of the month.",
        [171, 172]);

    /// <summary>The customer as JSON, with the orders themselves instead of their ids.</summary>
    public static byte[] CustomerWithOrdersJson { get; } =
        JsonSerializer.SerializeToUtf8Bytes(
            CustomerAggregate.Create(SampleCustomer, [CreateOrder(171), CreateOrder(172)]), JsonSerializerOptions.Web);

    public static ByteArrayContent CreateContent() => new(CustomerWithOrdersJson)
    {
        Headers = { ContentType = new MediaTypeHeaderValue("application/json", "utf-8") },
    };

    private static Order CreateOrder(int id) => new(
        id, SampleCustomer.Id, new(2014, 10, 19, 12, 30, 0, TimeSpan.Zero), "GBP",
        [
            new(
                1, "Brass desk lamp", "A lamp of solid brass with a shade of green glass, to be wired on site.",
                2, 74.50m),
            new(2, "Oak shelf", "A shelf of oiled oak, 90 cm wide, with two brackets and their screws.", 5, 31.20m),
        ],
        305.00m);
}
