using System.Text;
using Bogus;

namespace BackendApi.Customers.Making;

/// <summary>Whole English sentences that add up to exactly the length asked for.</summary>
internal sealed class Prose
{
    private readonly string[] _sentences;
    private readonly int[] _countUpToLength;
    private readonly int _shortest;
    private readonly int _longest;

    /// <summary>
    /// Makes every sentence of an opening, a middle and an ending, up to the first length that none of them has.
    /// Where those reach twice the shortest, any length from the shortest on can be made up.
    /// </summary>
    public Prose(string[] openings, string[] middles, string[] endings)
    {
        var byLength = (
            from opening in openings
            from middle in middles
            from ending in endings
            select $"{opening} {middle}{ending}.").ToLookup(sentence => sentence.Length);

        _shortest = byLength.Min(group => group.Key);
        _longest = Enumerable.Range(_shortest, int.MaxValue - _shortest).First(n => !byLength.Contains(n + 1));
        if (_longest < 2 * _shortest)
            throw new ArgumentException($"No sentence has {_longest + 1} characters: add one, or drop the shortest.");

        _sentences = [.. Enumerable.Range(_shortest, _longest - _shortest + 1).SelectMany(n => byLength[n])];
        _countUpToLength = [.. Enumerable.Range(0, _longest + 1).Select(n => _sentences.Count(s => s.Length <= n))];
    }

    public string OfLength(int length, Randomizer random)
    {
        var text = new StringBuilder(length);
        while (length - text.Length > _longest)
        {
            var roomForAnother = length - text.Length - _shortest - 1;
            text.Append(Pick(_shortest, Math.Min(_longest, roomForAnother), random)).Append(' ');
        }

        var rest = length - text.Length;
        return text.Append(Pick(rest, rest, random)).ToString();
    }

    private string Pick(int minLength, int maxLength, Randomizer random) =>
        _sentences[random.Int(_countUpToLength[minLength - 1], _countUpToLength[maxLength] - 1)];
}
