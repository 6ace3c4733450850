using Bogus;

namespace BackendApi.Customers.Making;

internal sealed class OrderMaker(SeededFaker faker, DocumentSize size)
{
    private const int MaxItems = 3;
    private static readonly int[] Cents = [0, 49, 50, 95, 99];

    public Order Make(int id, Customer customer)
    {
        var fake = faker.For("order", id);
        var order = WithoutDescriptions(id, customer, fake);
        var missing = size.Missing(order, fake.Random);
        return order with { Items = Describe(order.Items, missing, fake.Random) };
    }

    private static Order WithoutDescriptions(int id, Customer customer, Faker fake)
    {
        var count = fake.Random.Int(1, MaxItems);
        OrderItem[] items = [.. Enumerable.Range(1, count).Select(n => Item(id * 10 + n, fake))];
        return new Order(
            id,
            customer.Id,
            PlacedAt: Calendar.After(customer.RegisteredAt, fake.Random),
            Place.CurrencyOf(customer.Address.Country),
            items,
            Total: items.Sum(item => item.Quantity * item.UnitPrice));
    }

    private static OrderItem Item(int id, Faker fake) => new(
        id,
        Product: $"{fake.PickRandom(Vocabulary.Products)} in {fake.Commerce.Color()}",
        Description: "",
        Quantity: fake.Random.Int(1, 5),
        UnitPrice: Price(fake.Random));

    // This constructor, as a division would drop the trailing zero of 12.50.
    private static decimal Price(Randomizer random) =>
        new(random.Int(4, 249) * 100 + random.ArrayElement(Cents), 0, 0, isNegative: false, scale: 2);

    private static OrderItem[] Describe(IReadOnlyList<OrderItem> items, int length, Randomizer random)
    {
        var (share, rest) = Math.DivRem(length, items.Count);
        return [.. items.Select((item, index) => item with
        {
            Description = Vocabulary.Descriptions.OfLength(share + (index < rest ? 1 : 0), random),
        })];
    }
}
