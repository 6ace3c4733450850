using System.Text.RegularExpressions;
using Microsoft.CodeAnalysis.CSharp.Syntax;

namespace EndToEnd.Tests.Architecture;

/// <summary>Rules for doc comments, which an editor shows alone, without the code around them.</summary>
internal static partial class DocRules
{
    private static readonly string[] XmlDocTags = ["summary", "param", "typeparam", "returns", "exception", "remarks"];

    /// <summary>
    /// Finds doc comments that are fragments: they are empty, begin without a capital letter, or with a word such as
    /// Of.
    /// </summary>
    public static IEnumerable<string> FindFragments(SourceProject project) =>
        from file in project.Files
        from element in file.Root.DescendantNodes(descendIntoTrivia: true).OfType<XmlElementSyntax>()
        where XmlDocTags.Contains(element.StartTag.Name.LocalName.Text)
        let text = GetText(element)
        where FragmentPattern().IsMatch(text)
        select $"{project}/{file.FormatLocation(element)}: {text}";

    /// <summary>
    /// Returns the content of a doc comment element in one line. Nested elements, such as references and pieces of
    /// code, keep their tags.
    /// </summary>
    private static string GetText(XmlElementSyntax element) =>
        WhiteSpace().Replace(element.Content.ToFullString(), " ").Trim();

    [GeneratedRegex(@"\s*\n\s*///\s*|\s+")]
    private static partial Regex WhiteSpace();

    [GeneratedRegex(@"^(\p{Ll}|(Of|Its|What|Where|By)\b)|^$")]
    private static partial Regex FragmentPattern();
}
