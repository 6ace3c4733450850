namespace Studies.Claims.Files;

/// <summary>
/// The statements of a publication that were measured, or that could be: docs/sources/&lt;id&gt;.yaml. Each is a row of
/// the ledger, or is left out with a reason. Text is how the name of the file with the publication's text begins, and
/// Compared the hash of the quotations when they were last compared with it.
/// </summary>
internal sealed partial record SourceFile(
    int Version, string Id, string Text, string Compared, IReadOnlyList<SourceStatement> Statements)
{
    public static SourceFile? TryRead(string path) => File.Exists(path) ? StrictYaml.ReadFile<SourceFile>(path) : null;

    public IEnumerable<SourceStatement> Find(string row) => Statements.Where(statement => statement.Rows.Contains(row));

    /// <summary>Finds what contradicts the rows, without the text of the publication.</summary>
    public IEnumerable<string> FindErrors(IReadOnlyList<Claim> claims)
    {
        if (Compared != ComputeHash())
        {
            yield return $"the quotations of {Id} changed after they were compared with the publication: their hash is "
                + $"{ComputeHash()}, and was {Compared}. Run make verify SOURCES=folder, then set compared to the new "
                + "hash";
        }

        var ids = claims.Select(claim => claim.Id).ToHashSet();
        foreach (var statement in Statements)
        {
            if (statement.Rows is [] == statement.LeftOut is null)
                yield return $"“{statement.Quote}” needs rows, or the reason for which it is left out";
            foreach (var row in statement.Rows.Where(row => !ids.Contains(row)))
                yield return $"“{statement.Quote}” names the row {row}, which does not exist";
        }

        foreach (var claim in claims)
        {
            double[] figures = [.. Find(claim.Id).SelectMany(one => FindNumbers(one.Quote))];
            if (!Find(claim.Id).Any())
                yield return $"{claim.Id} has no quotation";
            var published = claim.File.Published;
            var used = published.Computed is { } computed ? FindNumbers(computed) : published.Quotient ?? [];
            foreach (var number in used.Where(number => !figures.Contains(number)))
            {
                yield return string.Create(
                    CultureInfo.InvariantCulture, $"{claim.Id} has the figure {number}, which is not quoted");
            }
        }
    }

    /// <summary>Finds the quotations that are not in the texts of the publications.</summary>
    public IEnumerable<string> FindMissing(string folder)
    {
        foreach (var group in Statements.GroupBy(statement => statement.Text ?? Text))
        {
            if (Directory.GetFiles(folder, $"{group.Key}*") is not [var file])
            {
                yield return $"{folder} must have exactly one text whose name begins with {group.Key}";
                continue;
            }

            var text = Normalize(File.ReadAllText(file));
            foreach (var statement in group.Where(one => !Regex.IsMatch(text, FormatPattern(Normalize(one.Quote)))))
                yield return $"“{statement.Quote}” is not in {Path.GetFileName(file)}";
        }
    }

    public string ComputeHash() =>
        Hashing.Hash(string.Join('\n', Statements.Select(statement => Normalize(statement.Quote))))[..12];

    // A quoted number must not be a part of another one.
    private static string FormatPattern(string quote) => (char.IsAsciiDigit(quote[0]) ? @"(?<![\d.,])" : "")
        + Regex.Escape(quote) + (char.IsAsciiDigit(quote[^1]) ? @"(?!\d)" : "");

    // A run of white space counts as one space.
    private static string Normalize(string text) => SpacePattern().Replace(text, " ").Trim();

    // 4K stands for 4,000. Thousands have a comma, or none.
    private static IEnumerable<double> FindNumbers(string text) => NumberPattern().Matches(text).Select(match =>
        double.Parse(
            match.Groups["number"].Value.Replace(",", "", StringComparison.Ordinal), CultureInfo.InvariantCulture)
        * (match.Groups["thousands"].Success ? 1000 : 1));

    [GeneratedRegex(@"\s+")]
    private static partial Regex SpacePattern();

    [GeneratedRegex(
        @"(?<number>\d{1,3}(,\d{3})+(?!\d)(\.\d+)?|\d+(\.\d+)?)(?<thousands>K\b)?", RegexOptions.ExplicitCapture)]
    private static partial Regex NumberPattern();
}

/// <summary>
/// A statement of a publication: its words, as short as they carry it, where they stand, how the name of their text
/// begins, if it is not that of the file, and why no row measures it.
/// </summary>
internal sealed record SourceStatement(string Quote, string Place, string? Text = null, string? LeftOut = null)
{
    /// <summary>The rows of the ledger that measure the statement.</summary>
    public IReadOnlyList<string> Rows { get; init; } = [];
}
