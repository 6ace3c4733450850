using System.Globalization;

namespace Load.Http.Parameters;

/// <summary>A number from <paramref name="Min"/> to <paramref name="Max"/>, both included.</summary>
internal sealed record RandomInteger(string Name, long Min, long Max) : IRandomValue
{
    private readonly SeededBits _bits = new(Name);

    public long ValueFor(int seed, long index) => SeededBits.Between(_bits.For(seed, index), Min, Max);

    public string TextFor(int seed, long index) => ValueFor(seed, index).ToString(CultureInfo.InvariantCulture);
}
