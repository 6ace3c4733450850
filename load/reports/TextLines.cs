namespace TwoTier.Load.Reports;

internal static class TextLines
{
    /// <summary>Breaks a text at spaces into lines of at most the given width, unless a word is longer.</summary>
    public static IEnumerable<string> Wrap(string text, int width)
    {
        while (text.Length > width && text.LastIndexOf(' ', width) is > 0 and var end)
        {
            yield return text[..end];
            text = text[(end + 1)..];
        }

        yield return text;
    }
}
