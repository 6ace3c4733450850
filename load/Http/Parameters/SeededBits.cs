namespace Load.Http.Parameters;

/// <summary>Random bits of one parameter: no state to keep between requests, whoever sends them.</summary>
internal readonly struct SeededBits(string name)
{
    private readonly ulong _stream = Hash(name);

    /// <param name="seed">Of the run.</param>
    /// <param name="index">Of the request.</param>
    /// <param name="draw">A value may need several.</param>
    public ulong GetBits(int seed, long index, int draw = 0)
    {
        var bits = Mix(Mix(_stream ^ (uint)seed) + (ulong)index);
        return draw == 0 ? bits : Mix(bits + (ulong)draw);
    }

    /// <summary>From min to max, both included.</summary>
    public static long ToRange(ulong bits, long min, long max)
    {
        var span = (UInt128)((Int128)max - min + 1);
        return (long)(min + (Int128)((span * bits) >> 64));
    }

    // SplitMix64's finaliser: one multiplication chain.
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
