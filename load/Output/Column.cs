using Load.Results;
using Spectre.Console;

namespace Load.Output;

/// <summary>A column of a table of variants, on the terminal and in Markdown.</summary>
/// <param name="Heading">With the unit, where it has one.</param>
/// <param name="Text">The cell.</param>
/// <param name="Width">On the terminal; below zero is left-aligned.</param>
/// <param name="Style">On the terminal.</param>
internal sealed record Column(
    string Heading, Func<VariantResult, string> Text, int Width = 0, Func<VariantResult, Style>? Style = null)
{
    public string Padded(string text) => Width < 0 ? text.PadRight(-Width) : text.PadLeft(Width);
}
