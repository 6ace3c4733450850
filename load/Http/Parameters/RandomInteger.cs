using System.Globalization;

namespace Load.Http.Parameters;

/// <summary>A number from <paramref name="Min"/> to <paramref name="Max"/>, both included.</summary>
internal sealed record RandomInteger(string Name, long Min, long Max) : IRandomValue
{
    private readonly SeededBits _bits = new(Name);

    public long GetValue(int seed, long index) => SeededBits.ToRange(_bits.GetBits(seed, index), Min, Max);

    public string GetText(int seed, long index) => GetValue(seed, index).ToString(CultureInfo.InvariantCulture);
}
