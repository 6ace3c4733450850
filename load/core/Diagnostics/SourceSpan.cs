namespace TwoTier.Load.Diagnostics;

/// <summary>A text that the user wrote, with its place in a file or on the command line.</summary>
internal sealed record SourceSpan(string Text, string Source, int? Line = null)
{
    public string Place => Line is null ? Source : $"{Source}:{Line}";

    public string ResolvePath(string path) =>
        Line is null ? path : Path.Combine(Path.GetDirectoryName(Source) ?? "", path);
}
