using System.Text;

namespace TwoTier.Show;

/// <summary>Reads the lines of events, however much comes, and skips what is too long to be an event.</summary>
internal static class EventLines
{
    /// <summary>The most characters of an event. The plan of a large comparison has less than half of that.</summary>
    public const int MostCharacters = 1_000_000;

    private const int BlockSize = 8192;

    public static async IAsyncEnumerable<string> ReadAsync(TextReader reader)
    {
        var (buffer, line, isTooLong) = (new char[BlockSize], new StringBuilder(), false);
        for (int count; (count = await reader.ReadAsync(buffer)) > 0;)
        {
            var rest = buffer.AsMemory(0, count);
            for (int end; (end = rest.Span.IndexOf('\n')) >= 0; rest = rest[(end + 1)..])
            {
                if (!isTooLong && line.Length + end <= MostCharacters)
                    yield return line.Append(rest.Span[..end]).ToString();
                line.Clear();
                isTooLong = false;
            }

            isTooLong |= line.Length + rest.Length > MostCharacters;
            line = isTooLong ? line.Clear() : line.Append(rest.Span);
        }

        if (line.Length > 0)
            yield return line.ToString();
    }
}
