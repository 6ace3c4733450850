using System.Buffers.Binary;
using System.Security.Cryptography;
using System.Text;
using Bogus;
using Microsoft.Extensions.Options;

namespace BackendApi.SampleData;

/// <summary>
/// Gives each generated document a separate sequence of random numbers, so that no document depends on another. Reuses
/// one Faker of the library Bogus, because creating a Faker takes longer than generating a document. Not thread-safe.
/// </summary>
internal sealed class DeterministicFaker(IOptions<DataOptions> options)
{
    private readonly Faker _faker = new("en");

    /// <summary>
    /// Returns the Faker of the library Bogus, set to the start of the random sequence of the given document.
    /// </summary>
    public Faker ResetForDocument(string kind, int id)
    {
        _faker.Random = new Randomizer(GetSeed($"{options.Value.Seed}/{kind}/{id}"));
        return _faker;
    }

    // The seed of a document is a hash of the document's name, because System.Random returns correlated first numbers
    // for consecutive seeds.
    private static int GetSeed(string name) =>
        BinaryPrimitives.ReadInt32LittleEndian(SHA256.HashData(Encoding.UTF8.GetBytes(name)));
}

/// <summary>
/// Generates dates that depend neither on the clock nor on the time zone, unlike the dates of the library Bogus.
/// </summary>
internal static class SampleDates
{
    private static readonly DateTimeOffset ReferenceDate = new(2014, 6, 1, 0, 0, 0, TimeSpan.Zero);

    public static DateTimeOffset GenerateRegistration(Randomizer random) =>
        ReferenceDate.AddDays(-random.Int(30, 5 * 365)).AddSeconds(random.Int(0, 86_399));

    public static DateTimeOffset GenerateAfter(DateTimeOffset moment, Randomizer random) =>
        moment.AddSeconds(random.Int(1, (int)(ReferenceDate - moment).TotalSeconds));
}
