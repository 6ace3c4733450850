namespace Load.Reporting.Pages;

/// <summary>The pages as load/pages/ makes them, with places for what they are to show.</summary>
internal static class Template
{
    /// <param name="name">Such as report.html.</param>
    public static string Read(string name)
    {
        using var text = new StreamReader(typeof(Template).Assembly.GetManifestResourceStream($"Pages/{name}")!);
        return text.ReadToEnd();
    }
}
