namespace TwoTier.Load.Http.Parameters;

/// <summary>A random English word, in lower case.</summary>
internal sealed class RandomWord(string name) : IRandomValue
{
    private static readonly string[] WordList =
    [
        "anchor", "apple", "autumn", "basket", "birch", "bridge", "butter", "candle", "carbon", "castle", "circle",
        "clover", "copper", "cotton", "desert", "dolphin", "eagle", "ember", "engine", "falcon", "feather", "forest",
        "galaxy", "garden", "ginger", "glacier", "hammer", "harbour", "hazel", "island", "ivory", "jasmine", "kettle",
        "ladder", "lantern", "lemon", "marble", "meadow", "mirror", "mountain", "needle", "nutmeg", "ocean", "olive",
        "orchard", "paper", "pebble", "pepper", "pigeon", "planet", "quarry", "rabbit", "ribbon", "river", "saddle",
        "silver", "spruce", "sugar", "thunder", "timber", "tunnel", "valley", "velvet", "walnut", "willow", "winter",
    ];

    private readonly SeededRandomBits _bits = new(name);

    public string GetText(int seed, long index) =>
        WordList[SeededRandomBits.ToRange(_bits.GetBits(seed, index), 0, WordList.Length - 1)];
}
