namespace Studies.Commands;

/// <summary>The part of a page that a program writes, between two comments.</summary>
internal static class GeneratedPart
{
    public const string Start = "<!-- generated -->\n";
    private const string End = "<!-- end -->\n";

    public static string Replace(string page, string text) =>
        $"{page.Split(Start)[0]}{Start}{text}{End}{page.Split(End)[^1]}";
}
