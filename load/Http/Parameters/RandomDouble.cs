using System.Globalization;

namespace Load.Http.Parameters;

internal sealed class RandomDouble(string name, double min, double max) : IRandomValue
{
    private readonly SeededBits _bits = new(name);

    public string GetText(int seed, long index)
    {
        var share = (_bits.GetBits(seed, index) >> 11) * (1.0 / (1UL << 53));

        // Not min + share × (max - min), whose difference may be infinite.
        var value = Math.Clamp(min * (1 - share) + max * share, min, max);
        return value.ToString(CultureInfo.InvariantCulture);
    }
}
