using BackendApi.Customers;
using Bogus;
using Microsoft.Extensions.Options;

namespace BackendApi.SampleData;

internal sealed class CustomerGenerator(
    DeterministicFaker faker, DocumentSize size, IOptions<DataOptions> options)
{
    private const int MaxOrders = 3;

    public Customer Generate(int id)
    {
        var fake = faker.ResetForDocument("customer", id);
        var customer = GenerateWithoutNotes(id, fake);
        var missing = options.Value.CustomerBytes is > 0 and var bytes
            ? size.GetBytesBelow(bytes, customer)
            : size.GetBytesBelowRandomSize(customer, fake.Random);
        return customer with { Notes = SentenceParts.Notes.Generate(missing, fake.Random) };
    }

    private Customer GenerateWithoutNotes(int id, Faker fake)
    {
        var place = fake.PickRandom(SampleCity.All);
        var (first, last) = (fake.Name.FirstName(), fake.Name.LastName());
        var street = $"{fake.Random.Int(1, 240)} {fake.Address.StreetName()}";
        return new Customer(
            id,
            Name: $"{first} {last}",
            Email: fake.Internet.ExampleEmail(first, last).ToLowerInvariant(),
            Phone: fake.Random.Replace(place.PhoneFormat),
            new Address(street, place.City, fake.Random.Replace(place.PostcodeFormat), place.Country),
            RegisteredAt: SampleDates.GenerateRegistration(fake.Random).ToOffset(place.UtcOffset),
            Notes: "",
            OrderIds: [.. Enumerable.Range(1, CountOrders(fake)).Select(n => id * 10 + n)]);
    }

    private int CountOrders(Faker fake) => options.Value.OrdersPerCustomer is > 0 and var count
        ? count
        : fake.Random.Int(1, MaxOrders);
}
