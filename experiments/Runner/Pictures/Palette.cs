namespace Experiments.Pictures;

/// <summary>A colour of the palette, for a light and for a dark page.</summary>
internal sealed record PaletteColour(string Name, string Light, string Dark);

/// <summary>Colours of pictures, as in web/shared/palette.js: a test compares them. Hues are for strategies.</summary>
internal static class Palette
{
    public static PaletteColour Page { get; } = new("page", "#FFFFFF", "#0F1216");
    public static PaletteColour Ink { get; } = new("ink", "#111111", "#FFFFFF");
    public static PaletteColour Text { get; } = new("text", "#4a525e", "#c3cbd6");
    public static PaletteColour Quiet { get; } = new("quiet", "#6b7480", "#a9b3c0");
    public static PaletteColour Rule { get; } = new("rule", "#b4bcc7", "#59626e");
    public static PaletteColour Grid { get; } = new("grid", "#e4e8ee", "#2b323c");

    public static IReadOnlyList<PaletteColour> All { get; } = [Page, Ink, Text, Quiet, Rule, Grid];
}
