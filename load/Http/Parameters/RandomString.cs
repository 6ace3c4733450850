namespace Load.Http.Parameters;

/// <summary>Letters A to Z; the bounds are of the length.</summary>
internal sealed class RandomString(string name, long shortest, long longest) : IRandomValue
{
    private readonly SeededBits _bits = new(name);

    public string GetText(int seed, long index)
    {
        var length = (int)SeededBits.ToRange(_bits.GetBits(seed, index), shortest, longest);
        return string.Create(length, (_bits, seed, index), static (letters, from) =>
        {
            for (var i = 0; i < letters.Length; i++)
                letters[i] = (char)SeededBits.ToRange(from._bits.GetBits(from.seed, from.index, i + 1), 'A', 'Z');
        });
    }
}
