namespace Load.Output.Html;

/// <summary>The pages as load/pages/ makes them, with places for what they are to show.</summary>
internal static class PageTemplate
{
    /// <param name="name">Such as report.html.</param>
    public static string Read(string name)
    {
        using var text = new StreamReader(typeof(PageTemplate).Assembly.GetManifestResourceStream($"Pages/{name}")!);
        return text.ReadToEnd();
    }
}
