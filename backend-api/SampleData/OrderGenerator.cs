using BackendApi.Customers;
using Bogus;

namespace BackendApi.SampleData;

internal sealed class OrderGenerator(DeterministicFaker faker, DocumentSize size)
{
    private const int MaxItems = 3;
    private static readonly int[] Cents = [0, 49, 50, 95, 99];

    public Order Generate(int id, Customer customer)
    {
        var fake = faker.ResetForDocument("order", id);
        var order = GenerateWithoutDescriptions(id, customer, fake);
        var missing = size.GetBytesBelowRandomSize(order, fake.Random);
        return order with { Items = AddDescriptions(order.Items, missing, fake.Random) };
    }

    private static Order GenerateWithoutDescriptions(int id, Customer customer, Faker fake)
    {
        var count = fake.Random.Int(1, MaxItems);
        OrderItem[] items = [.. Enumerable.Range(1, count).Select(n => GenerateItem(id * 10 + n, fake))];
        return new Order(
            id,
            customer.Id,
            PlacedAt: SampleDates.GenerateAfter(customer.RegisteredAt, fake.Random),
            SampleCity.GetCurrency(customer.Address.Country),
            items,
            Total: items.Sum(item => item.Quantity * item.UnitPrice));
    }

    private static OrderItem GenerateItem(int id, Faker fake) => new(
        id,
        Product: $"{fake.PickRandom(SentenceParts.Products)} in {fake.Commerce.Color()}",
        Description: "",
        Quantity: fake.Random.Int(1, 5),
        UnitPrice: GeneratePrice(fake.Random));

    // Prices are created with a constructor of decimal that sets the number of decimals to two: a division by 100 would
    // turn the price 12.50 into 12.5.
    private static decimal GeneratePrice(Randomizer random) =>
        new(random.Int(4, 249) * 100 + random.ArrayElement(Cents), 0, 0, isNegative: false, scale: 2);

    private static OrderItem[] AddDescriptions(IReadOnlyList<OrderItem> items, int length, Randomizer random)
    {
        var (share, rest) = Math.DivRem(length, items.Count);
        return [.. items.Select((item, index) => item with
        {
            Description = SentenceParts.Descriptions.Generate(share + (index < rest ? 1 : 0), random),
        })];
    }
}
