namespace Studies.Tests.Essays;

public sealed class EssayTests
{
    private const string Example = """
        It serves [4 053](results/a.md), a ratio of 0.58 [0.54, 0.62], with 7,554 kB, on .NET 10.

        <!-- figures
        a: results/a.md
        4053 = a / variant / sync / req/s
        0.58 0.54 0.62 = a / variant / sync / ratio
        7554 = a / "allocated"
        10 = given
        -->
        """;

    private const string Result = """
        | variant | req/s | ratio |
        | --- | --- | --- |
        | sync | 4 053 | 0.58 [0.54, 0.62] |
        | async | 4 713 | 0.70 [0.67, 0.73] |

        It allocated 7,554 kB.
        """;

    public static TheoryData<string> Essays => [.. EssayFigures.Pages];

    [Theory]
    [MemberData(nameof(Essays))]
    public void Essay_ComparedWithResults_HasTheirFigures(string essay) =>
        EssayFigures.FindErrors(essay, GenerateCommand.ReadFile(essay)).ShouldBeEmpty();

    /// <summary>A digit that a reader sees is changed, 40 times, at places that a seed draws.</summary>
    [Fact]
    public void Digit_ChangedInAnyPage_IsFound()
    {
        var random = new Random(45);
        string[] pages = [.. EssayFigures.Pages];
        for (var change = 0; change < 40; change++)
        {
            var page = change < 20 ? "../README.md" : pages[random.Next(pages.Length)];
            var text = GenerateCommand.ReadFile(page);
            int[] digits = [.. EssayFigures.FindMeasuredDigits(text)];
            var at = digits[random.Next(digits.Length)];
            var digit = text[at] is '9' ? '1' : (char)(text[at] + 1);

            EssayFigures.FindErrors(page, $"{text[..at]}{digit}{text[(at + 1)..]}")
                .ShouldNotBeEmpty($"{page}: {text[Math.Max(0, at - 40)..at]}");
        }
    }

    [Theory]
    [InlineData("7,554 kB,", "7,555 kB,", "'7555' stands where the list has '7554'")]
    [InlineData(".NET 10.", ".NET 10, 11.", "'11' stands where the list has ''")]
    [InlineData("](results/a.md)", "](results/b.md)", "does not link to results/a.md")]
    [InlineData("4053 = a / variant / sync", "4053 = a / variant / async", "4053: the field has '4 713'")]
    [InlineData("4053 = a / variant / sync", "4053 = a / variant / other", "4053: no such field")]
    [InlineData("<!-- figures", "<!-- numbers", "no list of figures")]
    public void Mistake_InEssay_IsFound(string text, string mistake, string error)
    {
        EssayFigures.FindErrors(Example, _ => Result).ShouldBeEmpty();
        var errors = EssayFigures.FindErrors(Example.Replace(text, mistake, StringComparison.Ordinal), _ => Result);

        string.Join('\n', errors).ShouldContain(error);
    }

    [Theory]
    [InlineData("[0.54, 0.62]", "[0.62, 0.54]", "0.58 0.54 0.62")]
    [InlineData("| async |", "| sync |", "more than one field")]
    public void Result_Changed_IsFound(string text, string change, string error)
    {
        var result = Result.Replace(text, change, StringComparison.Ordinal);

        string.Join('\n', EssayFigures.FindErrors(Example, _ => result)).ShouldContain(error);
    }
}
