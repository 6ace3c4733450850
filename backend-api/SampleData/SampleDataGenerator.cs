using System.Buffers.Binary;
using System.Security.Cryptography;
using System.Text;
using System.Text.Json;
using BackendApi.Customers;
using Bogus;
using Microsoft.AspNetCore.Http.Json;
using Microsoft.Extensions.Options;

namespace BackendApi.SampleData;

/// <summary>
/// Generates all customers and orders. Each document has a random sequence of its own, so that none depends on another,
/// on the clock or on the time zone. Not thread-safe.
/// </summary>
internal sealed class SampleDataGenerator(IOptions<DataOptions> options, IOptions<JsonOptions> json)
{
    // Only characters that no JSON encoder escapes.
    private const string Filler = "It came on the agreed day, everything was in order, and we would order it again. ";

    private static readonly DateTimeOffset ReferenceDate = new(2014, 6, 1, 0, 0, 0, TimeSpan.Zero);
    private static readonly int[] Cents = [0, 49, 50, 95, 99];

    private static readonly string[] Products =
    [
        "Desk lamp", "Bookshelf", "Office chair", "Folding table", "Backpack", "Suitcase", "Wall clock", "Kettle",
        "Toaster", "Laundry basket", "Umbrella", "Picture frame", "Camping stool", "Storage box", "Mirror", "Lunch box",
    ];

    private readonly DataOptions _options = options.Value;

    // Reused, because creating one takes longer than generating a document.
    private readonly Faker _fake = new("en");

    public CustomerStore Generate()
    {
        Customer[] customers = [.. Enumerable.Range(1, _options.Customers).Select(GenerateCustomer)];
        return new CustomerStore(customers, customers.SelectMany(
            customer => customer.OrderIds.Select(id => GenerateOrder(id, customer))));
    }

    private Customer GenerateCustomer(int id)
    {
        var random = StartDocument("customer", id);
        var city = _fake.PickRandom(SampleCity.All);
        var (first, last) = (_fake.Name.FirstName(), _fake.Name.LastName());
        var street = $"{random.Int(1, 240)} {_fake.Address.StreetName()}";
        var customer = new Customer(
            id,
            Name: $"{first} {last}",
            Email: _fake.Internet.ExampleEmail(first, last).ToLowerInvariant(),
            Phone: random.Replace(city.Phone),
            new Address(street, city.City, random.Replace(city.Postcode), city.Country),
            RegisteredAt: ReferenceDate.AddDays(-random.Int(30, 5 * 365)).AddSeconds(random.Int(0, 86_399))
                .ToOffset(TimeSpan.FromHours(city.UtcOffset)),
            Notes: "",
            OrderIds: [.. Enumerable.Range(
                id * 10 + 1, _options.OrdersPerCustomer is > 0 and var count ? count : random.Int(1, 3))]);
        return customer with { Notes = Pad(DrawSize(random) - Measure(customer)) };
    }

    private Order GenerateOrder(int id, Customer customer)
    {
        var random = StartDocument("order", id);
        OrderItem[] items =
            [.. Enumerable.Range(id * 10 + 1, random.Int(1, 3)).Select(itemId => GenerateItem(itemId, random))];
        var order = new Order(
            id,
            customer.Id,
            PlacedAt: customer.RegisteredAt.AddSeconds(
                random.Int(1, (int)(ReferenceDate - customer.RegisteredAt).TotalSeconds)),
            SampleCity.All.First(city => city.City == customer.Address.City).Currency,
            items,
            Total: items.Sum(item => item.Quantity * item.UnitPrice));
        var (length, rest) = Math.DivRem(DrawSize(random) - Measure(order), items.Length);
        OrderItem[] described =
            [.. items.Select((item, index) => item with { Description = Pad(length + (index < rest ? 1 : 0)) })];
        return order with { Items = described };
    }

    // The price is not a quotient, because a division by 100 would turn 12.50 into 12.5.
    private OrderItem GenerateItem(int id, Randomizer random) => new(
        id,
        Product: $"{_fake.PickRandom(Products)} in {_fake.Commerce.Color()}",
        Description: "",
        Quantity: random.Int(1, 5),
        UnitPrice: new(random.Int(4, 249) * 100 + random.ArrayElement(Cents), 0, 0, isNegative: false, scale: 2));

    /// <summary>Returns a text of exactly this many characters.</summary>
    private static string Pad(int length) =>
        string.Concat(Enumerable.Repeat(Filler, (length / Filler.Length) + 1))[..length];

    private static int DrawSize(Randomizer random) => random.Int(1_024, 2_048);

    /// <summary>Returns the size of the JSON that the endpoints send, in bytes.</summary>
    private int Measure<T>(T document) =>
        JsonSerializer.SerializeToUtf8Bytes(document, json.Value.SerializerOptions).Length;

    // The seed of a document is a hash of the document's name, because System.Random returns correlated first numbers
    // for consecutive seeds.
    private Randomizer StartDocument(string kind, int id)
    {
        var hash = SHA256.HashData(Encoding.UTF8.GetBytes($"{_options.Seed}/{kind}/{id}"));
        return _fake.Random = new Randomizer(BinaryPrimitives.ReadInt32LittleEndian(hash));
    }
}
