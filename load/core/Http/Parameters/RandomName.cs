namespace TwoTier.Load.Http.Parameters;

/// <summary>A random name of a person, such as Ida Moreau.</summary>
internal sealed class RandomName(string name) : IRandomValue
{
    private static readonly string[] FirstNames =
    [
        "Ada", "Ali", "Ana", "Boris", "Chen", "Clara", "Daniel", "Elif", "Emma", "Farah", "Greta", "Hugo", "Ida",
        "Ines", "Ivan", "Jonas", "Kofi", "Lars", "Leila", "Lucia", "Maja", "Marco", "Mei", "Nadia", "Noah", "Olga",
        "Paul", "Rosa", "Sara", "Tariq", "Vera", "Yuki",
    ];

    private static readonly string[] LastNames =
    [
        "Adeyemi", "Berg", "Castillo", "Dubois", "Eriksen", "Fischer", "Garcia", "Hansen", "Ivanova", "Jensen",
        "Kaya", "Kowalski", "Larsen", "Lopez", "Mensah", "Moreau", "Nagy", "Novak", "Okafor", "Petrov", "Quinn",
        "Rossi", "Sato", "Schmidt", "Silva", "Tanaka", "Ueda", "Virtanen", "Wagner", "Wang", "Yilmaz", "Zhang",
    ];

    private readonly SeededRandomBits _bits = new(name);

    public string GetText(int seed, long index) => $"{Pick(FirstNames, seed, index, 0)} {Pick(LastNames, seed, index, 1)}";

    private string Pick(string[] names, int seed, long index, int draw) =>
        names[SeededRandomBits.ToRange(_bits.GetBits(seed, index, draw), 0, names.Length - 1)];
}
