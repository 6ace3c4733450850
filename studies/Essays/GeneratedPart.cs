namespace Studies.Essays;

/// <summary>The part of a page that a program writes, between two comments.</summary>
internal static class GeneratedPart
{
    public const string NotMeasured = "*Not measured here.*\n";
    public const string Start = "<!-- generated -->\n";
    private const string End = "<!-- end -->\n";

    public static string Replace(string page, string text) =>
        $"{page.Split(Start)[0]}{Start}{text}{End}{page.Split(End)[^1]}";

    /// <summary>Creates the table of a result in docs/results, or says that there is none.</summary>
    public static string FormatTable(string result)
    {
        var path = $"results/{result}.md";
        if (!IsPublished(path))
            return NotMeasured;
        // The file has a heading, what is known of the machine, and the table.
        var parts = GenerateCommand.ReadFile(path).Split("\n\n", 3);
        return $"{parts[2]}\n*Measured: {parts[1]} ([result]({path})).*\n";
    }

    public static bool IsPublished(string path) => File.Exists(ProgramLocator.GetPath("docs", path));
}
