namespace Studies.Tests.Essays;

public sealed partial class EssayTests
{
    private const string Example = """
        It serves [4 053](results/a.md), a ratio of 0.58 [0.54, 0.62], with 7,554 kB, on .NET 10.
        Others serve two thirds.

        <!-- figures
        a: results/a.md
        4053 = a / variant / sync / req/s
        0.58 0.54 0.62 = a / variant / sync / ratio
        7554 = a / "allocated"
        10 = given: name
        two-thirds = a / variant / async / ratio
        -->
        """;

    private const string Result = """
        | variant | req/s | ratio |
        | --- | --- | --- |
        | sync | 4 053 | 0.58 [0.54, 0.62] |
        | async | 4 713 | 0.70 [0.67, 0.73] |

        It allocated 7,554 kB.
        """;

    /// <summary>The pages that list all of their figures.</summary>
    private static IEnumerable<string> FullPages => EssayFigures.Pages.Where(
        page => GenerateCommand.ReadFile(page).Contains(EssayResults.ListStart, StringComparison.Ordinal));

    public static TheoryData<string> Essays => [.. EssayFigures.Pages];
    public static TheoryData<int> Seeds => [.. Enumerable.Range(1, 40)];

    [Theory]
    [MemberData(nameof(Essays))]
    public void Essay_ComparedWithResults_HasTheirFigures(string essay) =>
        EssayFigures.FindErrors(essay, GenerateCommand.ReadFile(essay)).ShouldBeEmpty();

    [Fact]
    public void Result_InDocs_IsNamedByAPage()
    {
        var results = ProgramLocator.GetPath("docs", "results");
        var pages = string.Concat(
            ((string[])[".", "docs", "load", "prometheus"])
                .SelectMany(folder => Directory.GetFiles(ProgramLocator.GetPath(folder), "*.md"))
                .Select(File.ReadAllText));

        Directory.GetFiles(results, "*.md", SearchOption.AllDirectories)
            .Select(file => Path.ChangeExtension(Path.GetRelativePath(results, file), null))
            .Where(name => !pages.Contains($"results/{name}.", StringComparison.Ordinal))
            .ShouldBeEmpty();
    }

    /// <summary>
    /// Changes a line that is generated, a measured number, or two that change places. The generated lines of the
    /// README, which has no other measured figures, have the first twenty seeds. The list of figures is forged alike.
    /// </summary>
    [Theory]
    [MemberData(nameof(Seeds))]
    public void Change_PlantedInPage_IsFound(int seed)
    {
        var random = new Random(seed);
        var isGenerated = seed % 3 is 0;
        string[] pages = isGenerated && seed <= 20
            ? ["../README.md"]
            : [.. FullPages.Where(one => GetParts(GenerateCommand.ReadFile(one), isGenerated).Length > 1)];
        var page = pages[random.Next(pages.Length)];
        var text = GenerateCommand.ReadFile(page);
        var tokens = GetParts(text, isGenerated);
        random.Shuffle(tokens);
        var other = ChangeDigit(tokens[0], random);

        var changed = (seed % 3) switch
        {
            0 => text.Replace(tokens[0], other, StringComparison.Ordinal),
            1 => ChangeNumbers(text, new() { [tokens[0]] = other }),
            _ => ChangeNumbers(text, new() { [tokens[0]] = tokens[1], [tokens[1]] = tokens[0] }),
        };

        changed.ShouldNotBe(text);
        HasError(page, changed).ShouldBeTrue($"{page}: {tokens[0]} or {tokens[1]}");
    }

    /// <summary>
    /// Changes 500 digits in all pages that list all their figures, but for those in code, links and comments.
    /// </summary>
    [Fact]
    [TimeLimit(180)]
    public void Digit_ChangedInAnyPage_IsFound()
    {
        var random = new Random(45);
        var texts = FullPages.ToDictionary(page => page, GenerateCommand.ReadFile);
        var digits = texts.SelectMany(page => FindDigits(page.Value).Select(at => (Page: page.Key, At: at))).ToArray();
        var missed = new List<string>();
        for (var change = 0; change < 500; change++)
        {
            var (page, at) = digits[random.Next(digits.Length)];
            var (before, after) = (texts[page][..at], texts[page][(at + 1)..]);
            var digit = ChangeDigit(texts[page][at..(at + 1)], random);
            if (!HasError(page, $"{before}{digit}{after}"))
                missed.Add($"{page}: {before[Math.Max(0, at - 40)..]}«{digit}»");
        }

        missed.Count.ShouldBeLessThanOrEqualTo(10, string.Join('\n', missed));
    }

    [Theory]
    [InlineData("7,554 kB,", "7,555 kB,", "'7555' stands where the list has '7554'")]
    [InlineData(".NET 10.", ".NET 10, 11.", "'11' stands where the list has 'two-thirds'")]
    [InlineData("](results/a.md)", "](results/b.md)", "does not link to results/a.md")]
    [InlineData("4053 = a / variant / sync", "4053 = a / variant / async", "4053: the field has '4 713'")]
    [InlineData("4053 = a / variant / sync", "4053 = a / variant / other", "4053: no such field")]
    [InlineData("10 = given: name", "10 = given", "10: unknown file 'given'")]
    [InlineData("10 = given: name", "10 = given: measured", "10: unknown kind of given numbers 'measured'")]
    [InlineData("two thirds", "one third", "'one-third' stands where the list has 'two-thirds'")]
    [InlineData("two thirds", "many", "'' stands where the list has 'two-thirds'")]
    [InlineData("thirds = a / variant / async", "thirds = a / variant / sync", "two-thirds: the field has '0.58 [0.54")]
    [InlineData("<!-- figures", "<!-- numbers", "no list of figures")]
    [InlineData("10 = given: name", "2 = a / count / sync + async", "'10' stands where the list has '2'")]
    [InlineData("7554 = a / \"allocated\"", "7554 = a / count / all", "7554: the field has '2'")]
    public void Mistake_InEssay_IsFound(string text, string mistake, string error)
    {
        EssayFigures.FindErrors(Example, _ => Result).ShouldBeEmpty();
        var errors = EssayFigures.FindErrors(Example.Replace(text, mistake, StringComparison.Ordinal), _ => Result);

        string.Join('\n', errors).ShouldContain(error);
    }

    /// <summary>A page that was measured in part lists only these figures, in any order.</summary>
    [Fact]
    public void SomeFigures_Listed_AreThoseOfTextAndResult()
    {
        var page = Example.Replace("<!-- figures", "<!-- some figures", StringComparison.Ordinal)
            .Replace("10 = given: name\n", "", StringComparison.Ordinal);

        EssayFigures.FindErrors(page, _ => Result).ShouldBeEmpty();
        EssayFigures.FindErrors(page.Replace("7,554 kB,", "7,555 kB,", StringComparison.Ordinal), _ => Result)
            .ShouldBe(["7554: not in the text."]);
    }

    [Theory]
    [InlineData("half", 0.53, true)]
    [InlineData("half", 1.9, true)]
    [InlineData("half", 58, false)]
    [InlineData("two-thirds", 66.3, true)]
    [InlineData("nine-tenths", 0.9, true)]
    [InlineData("twice", 2.4, false)]
    [InlineData("a-hundred-times", 0.0104, true)]
    public void WordOfSize_ComparedWithMeasuredNumber_DescribesItOrNot(string word, double measured, bool describes) =>
        SizeWord.Describes(word, measured).ShouldBe(describes);

    [Theory]
    [InlineData("[0.54, 0.62]", "[0.62, 0.54]", "0.58 0.54 0.62")]
    [InlineData("| async |", "| sync |", "more than one field")]
    [InlineData("0.62]", "0.62] ↻", "the rule changed after this measurement")]
    public void Result_Changed_IsFound(string text, string change, string error)
    {
        var result = Result.Replace(text, change, StringComparison.Ordinal);

        string.Join('\n', EssayFigures.FindErrors(Example, _ => result)).ShouldContain(error);
    }

    private static bool HasError(string page, string text) =>
        (GenerateCommand.GeneratePage(page, text) is { } generated && generated != text)
        || EssayFigures.FindErrors(page, text).Any();

    /// <summary>Gets the lines of the generated part that have a digit, or the measured numbers with a point.</summary>
    private static string[] GetParts(string text, bool isGenerated) => isGenerated
        ? [
            .. text.Split(GeneratedPart.Start).Skip(1).SelectMany(part => part.Split("<!-- end -->")[0].Split('\n'))
                .Where(line => line.Any(char.IsAsciiDigit)),
        ]
        : [
            .. text.Split(EssayResults.ListStart)[^1].Split('\n').Select(line => line.Split(" = "))
                .Where(entry => entry is [_, var field] && !field.StartsWith("given", StringComparison.Ordinal))
                .SelectMany(entry => entry[0].Split(' ')).Where(number => number.Contains('.')).Distinct(),
        ];

    private static string ChangeNumbers(string text, Dictionary<string, string> changes)
    {
        var parts = text.Split(EssayResults.ListStart);
        var list = parts[^1].Split('\n').Select(line => line.Split(" = ") is [var numbers, var field]
            ? $"{string.Join(' ', numbers.Split(' ').Select(Change))} = {field}"
            : line);
        var body = NumberPattern().Replace(parts[0], number => Change(number.Value));
        return $"{body}{EssayResults.ListStart}{string.Join('\n', list)}";

        string Change(string number) => changes.GetValueOrDefault(number, number);
    }

    private static IEnumerable<int> FindDigits(string text)
    {
        var visible = CodePattern().Replace(text, hidden => new string(' ', hidden.Length));
        return Enumerable.Range(0, text.Length).Where(at => char.IsAsciiDigit(visible[at]));
    }

    // A generated part is one match, so that its numbers are not changed.
    [GeneratedRegex(@"<!-- generated -->.*?<!-- end -->|(?<![\w.])\d+\.\d+(?!\w|\.\d)", RegexOptions.Singleline)]
    private static partial Regex NumberPattern();

    [GeneratedRegex(@"```.*?```|`[^`\n]*`|\]\([^)\n]*\)|<[a-z/!][^>]*>", RegexOptions.Singleline)]
    private static partial Regex CodePattern();

    // Changes one of the first digits of a text. The first digit of a number stays above zero.
    private static string ChangeDigit(string text, Random random)
    {
        const int digits = 6;
        int[] places = [.. Enumerable.Range(0, text.Length).Where(at => char.IsAsciiDigit(text[at])).Take(digits)];
        var place = places[random.Next(places.Length)];
        var digit = (char)('1' + ((text[place] - '1' + random.Next(1, 9)) % 9));
        return $"{text[..place]}{digit}{text[(place + 1)..]}";
    }
}
