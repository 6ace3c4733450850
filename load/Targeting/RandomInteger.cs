namespace Load.Targeting;

/// <summary>
/// A number from <paramref name="Min"/> to <paramref name="Max"/>, both included, that depends on the name, the seed
/// and the request's index alone: the same run sends the same values at any concurrency.
/// </summary>
internal sealed record RandomInteger(string Name, long Min, long Max)
{
    private readonly ulong _stream = Hash(Name);

    public long ValueFor(int seed, long index)
    {
        var bits = Mix(Mix(_stream ^ (uint)seed) + (ulong)index);
        var span = (UInt128)((Int128)Max - Min + 1);
        return (long)(Min + (Int128)((span * bits) >> 64));
    }

    // SplitMix64's finaliser: one multiplication chain, no state to keep per request.
    private static ulong Mix(ulong z)
    {
        z += 0x9E3779B97F4A7C15;
        z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9;
        z = (z ^ (z >> 27)) * 0x94D049BB133111EB;
        return z ^ (z >> 31);
    }

    // FNV-1a: string.GetHashCode differs from process to process.
    private static ulong Hash(string text) =>
        text.Aggregate(14695981039346656037UL, (hash, c) => (hash ^ c) * 1099511628211UL);
}
