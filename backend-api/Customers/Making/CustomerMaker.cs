using Bogus;

namespace BackendApi.Customers.Making;

internal sealed class CustomerMaker(SeededFaker faker, DocumentSize size)
{
    private const int MaxOrders = 3;

    public Customer Make(int id)
    {
        var fake = faker.For("customer", id);
        var customer = WithoutNotes(id, fake);
        var missing = size.Missing(customer, fake.Random);
        return customer with { Notes = Vocabulary.Notes.OfLength(missing, fake.Random) };
    }

    private static Customer WithoutNotes(int id, Faker fake)
    {
        var place = fake.PickRandom(Place.All);
        var (first, last) = (fake.Name.FirstName(), fake.Name.LastName());
        var street = $"{fake.Random.Int(1, 240)} {fake.Address.StreetName()}";
        return new Customer(
            id,
            Name: $"{first} {last}",
            Email: fake.Internet.ExampleEmail(first, last).ToLowerInvariant(),
            Phone: fake.Random.Replace(place.PhoneFormat),
            new Address(street, place.City, fake.Random.Replace(place.PostcodeFormat), place.Country),
            RegisteredAt: Calendar.Registration(fake.Random).ToOffset(place.UtcOffset),
            Notes: "",
            OrderIds: [.. Enumerable.Range(1, fake.Random.Int(1, MaxOrders)).Select(n => id * 10 + n)]);
    }
}
