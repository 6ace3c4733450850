namespace TwoTier.Load.Http.Parameters;

internal readonly struct SeededRandomBits(string name)
{
    private readonly ulong _stream = Hash(name);

    public ulong GetBits(int seed, long index, int draw = 0)
    {
        var bits = Mix(Mix(_stream ^ (uint)seed) + (ulong)index);
        return draw == 0 ? bits : Mix(bits + (ulong)draw);
    }

    public long GetInteger(int seed, long index, long min, long max, int draw = 0)
    {
        var span = (UInt128)((Int128)max - min + 1);
        return (long)(min + (Int128)((span * GetBits(seed, index, draw)) >> 64));
    }

    private static ulong Mix(ulong z)
    {
        z += 0x9E3779B97F4A7C15;
        z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9;
        z = (z ^ (z >> 27)) * 0x94D049BB133111EB;
        return z ^ (z >> 31);
    }

    // The hash function is FNV-1a, because the values of string.GetHashCode differ from process to process.
    private static ulong Hash(string text) =>
        text.Aggregate(14695981039346656037UL, (hash, c) => (hash ^ c) * 1099511628211UL);
}
