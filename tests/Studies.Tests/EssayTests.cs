using System.Text.RegularExpressions;
using Testing;

namespace Studies.Tests;

/// <summary>Every number in an essay must occur, with the same digits, in a result to which the essay links.</summary>
public sealed partial class EssayTests
{
    private static readonly string Docs = Path.Combine(Repository.Root, "docs");

    /// <summary>Pages that are made by programs, or explain the project instead of a result.</summary>
    private static readonly string[] OtherPages =
        ["claims.md", "faults.md", "method.md", "metrics.md", "platforms.md", "security.md", "tracing.md"];

    public static TheoryData<string> Essays =>
        [.. Directory.GetFiles(Docs, "*.md").Select(Path.GetFileName).OfType<string>().Except(OtherPages)];

    [Theory]
    [MemberData(nameof(Essays))]
    public void NumbersInEssay_AreInLinkedResults(string essay)
    {
        var text = File.ReadAllText(Path.Combine(Docs, essay));
        var results = ResultLinkPattern().Matches(text)
            .Select(link => ReadLinkedText(link.Groups["path"].Value, link.Groups["row"].Value))
            .ToArray();

        results.ShouldNotBeEmpty();
        FindUnknownNumbers(text, results).ShouldBeEmpty();
    }

    [Theory]
    [InlineData("It serves 7 579, a ratio of 0.055 [0.053, 0.057].", "")]
    [InlineData("It serves 7,579.", "")]
    [InlineData("```mermaid\nbar [429, 430]\n```", "430")]
    [InlineData("It serves 0.056 of them, 7 578 in all.", "0.056, 7578")]
    [InlineData("In 2014, on .NET 10, by [HTTP/1.1](https://example.org/99), release 5.2.8, `-c 50`, B12.", "")]
    public void NumberInEssay_ResultHasSameDigits_IsKnown(string text, string unknown) =>
        string.Join(", ", FindUnknownNumbers(text, ["| a | 7 579 | 0.055 [0.053, 0.057] | 429 |"])).ShouldBe(unknown);

    /// <summary>
    /// Gets the text of a result to which an essay links: the whole file, or, for a link to a claim, the row of the
    /// claim in the ledger.
    /// </summary>
    private static string ReadLinkedText(string path, string row)
    {
        var lines = File.ReadLines(Path.Combine(Docs, path));
        var anchor = $"<a id=\"{row}\">";
        return string.Join(
            '\n', row.Length is 0 ? lines : lines.Where(line => line.Contains(anchor, StringComparison.Ordinal)));
    }

    private static string[] FindUnknownNumbers(string essay, IEnumerable<string> results) =>
        [.. FindNumbers(IgnoredTextPattern().Replace(essay, " ")).Except(results.SelectMany(FindNumbers))];

    private static IEnumerable<string> FindNumbers(string text) =>
        NumberPattern().Matches(text).Select(figure => DigitGroupSeparatorPattern().Replace(figure.Value, ""));

    [GeneratedRegex(@"\]\((?<path>(\.\./benchmarks/)?results/[^)]+\.md|claims\.md)(#(?<row>[^)]*))?\)", RegexOptions.ExplicitCapture)]
    private static partial Regex ResultLinkPattern();

    /// <summary>
    /// Matches text whose numbers are not results: code, link targets, the ends of a chart axis, chart styles, version
    /// numbers, years and claim ids.
    /// </summary>
    [GeneratedRegex(@"\d+ --> \d+|%%.*?%%|```(?!mermaid)\w*\n.*?```|`[^`\n]+`|\]\([^)]*\)|<[a-z/][^>\n]*>|HTTP/\d(\.\d)?|(\.NET( Core)?|Go|Debian) \d+(\.\d+)?|\d+(\.\d+){2,}|\b(19|20)\d\d\b|\b[A-Z]\d+\b",
        RegexOptions.Singleline | RegexOptions.ExplicitCapture)]
    private static partial Regex IgnoredTextPattern();

    [GeneratedRegex(@"(?<![\w.])(\d{1,3}([ ,\u00a0\u202f]\d{3})+(?!\d)|\d+)(\.\d+)?", RegexOptions.ExplicitCapture)]
    private static partial Regex NumberPattern();

    [GeneratedRegex(@"[ ,\u00a0\u202f]")]
    private static partial Regex DigitGroupSeparatorPattern();
}
