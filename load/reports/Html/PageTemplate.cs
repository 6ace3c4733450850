namespace TwoTier.Load.Reports.Html;

/// <summary>Reads the HTML pages that are built by <c>make -C web</c> and embedded in the load tool.</summary>
internal static class PageTemplate
{
    /// <summary>Reads an embedded HTML page.</summary>
    public static string Read(string name)
    {
        using var text = new StreamReader(typeof(PageTemplate).Assembly.GetManifestResourceStream($"Pages/{name}")!);
        return text.ReadToEnd();
    }
}
