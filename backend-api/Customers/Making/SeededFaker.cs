using System.Buffers.Binary;
using System.Security.Cryptography;
using System.Text;
using Bogus;
using Microsoft.Extensions.Options;

namespace BackendApi.Customers.Making;

/// <summary>
/// Starts a fresh random sequence for each document, so that no document depends on which others are made. One Faker
/// serves all of them, as making one costs more than making a document; it is not for concurrent use.
/// </summary>
internal sealed class SeededFaker(IOptions<DataOptions> options)
{
    private readonly Faker _faker = new("en");

    public Faker For(string kind, int id)
    {
        _faker.Random = new Randomizer(SeedOf($"{options.Value.Seed}/{kind}/{id}"));
        return _faker;
    }

    // Hashed, because System.Random's first numbers are correlated for neighbouring seeds.
    private static int SeedOf(string name) =>
        BinaryPrimitives.ReadInt32LittleEndian(SHA256.HashData(Encoding.UTF8.GetBytes(name)));
}
