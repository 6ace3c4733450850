using System.Text;
using Bogus;

namespace BackendApi.SampleData;

/// <summary>Generates texts of whole English sentences, with exactly the requested number of characters.</summary>
internal sealed class SentenceGenerator
{
    private readonly string[] _sentences;
    private readonly int[] _countUpToLength;
    private readonly int _shortest;
    private readonly int _longest;

    /// <summary>
    /// Forms every sentence of an opening, a middle and an ending, and uses those that are shorter than the first
    /// length without a sentence. For texts of any length, the longest must be at least twice as long as the shortest.
    /// </summary>
    public SentenceGenerator(string[] openings, string[] middles, string[] endings)
    {
        var byLength = (
            from opening in openings
            from middle in middles
            from ending in endings
            select $"{opening} {middle}{ending}.").ToLookup(sentence => sentence.Length);

        _shortest = byLength.Min(group => group.Key);
        _longest = Enumerable.Range(_shortest, int.MaxValue - _shortest).First(n => !byLength.Contains(n + 1));
        if (_longest < 2 * _shortest)
        {
            throw new ArgumentException($"No sentence has {_longest + 1} characters, so texts of some lengths are "
                + "impossible. Add a sentence of that length, or remove the shortest sentences.");
        }

        _sentences = [.. Enumerable.Range(_shortest, _longest - _shortest + 1).SelectMany(n => byLength[n])];
        _countUpToLength = [.. Enumerable.Range(0, _longest + 1).Select(n => _sentences.Count(s => s.Length <= n))];
    }

    public string Generate(int length, Randomizer random)
    {
        var text = new StringBuilder(length);
        while (length - text.Length > _longest)
        {
            var roomForAnother = length - text.Length - _shortest - 1;
            text.Append(PickSentence(_shortest, Math.Min(_longest, roomForAnother), random)).Append(' ');
        }

        var rest = length - text.Length;
        return text.Append(PickSentence(rest, rest, random)).ToString();
    }

    private string PickSentence(int minLength, int maxLength, Randomizer random) =>
        _sentences[random.Int(_countUpToLength[minLength - 1], _countUpToLength[maxLength] - 1)];
}
