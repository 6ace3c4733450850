using Experiments.Claims.Files;

namespace Experiments.Tests.Claims;

/// <summary>Tests that the whole interval answers a question, in words that follow from its ends.</summary>
public sealed class AnswerTests
{
    private const double Smallest = 0.05;
    private static readonly Claim Question = Get("Q1b");

    // The limits are 1.05 and 0.952.
    [Theory]
    [InlineData(1.27, 1.48, "More")]
    [InlineData(1.05, 1.2, "More")]
    [InlineData(1.01, 1.08, "PerhapsMore")]
    [InlineData(1.01, 1.04, "None")]
    [InlineData(0.96, 1.04, "None")]
    [InlineData(0.9, 0.98, "PerhapsLess")]
    [InlineData(0.8, 0.95, "Less")]
    [InlineData(0.99, 1.06, "Open")]
    [InlineData(0.94, 1.01, "Open")]
    [InlineData(0.5, 2, "Open")]
    public void Interval_Judged_DependsOnBothEnds(double low, double high, string effect) =>
        $"{Answer.Judge(CreateRatio(low, high), Smallest)}".ShouldBe(effect);

    [Theory]
    [InlineData(1.27, 1.48, "**27 to 48 % more throughput** than")]
    [InlineData(1.02, 1.48, "**2.0 to 48 % more throughput** than", "; it may matter or not")]
    [InlineData(0.02, 0.04, "**96.0 to 98.0 % less throughput** than")]
    [InlineData(2.9, 3.2, "**2.90 to 3.20 times as much throughput** as")]
    [InlineData(0.97, 1.04, "**no difference in throughput that matters**: between 3.0 % less and 4.0 % more than")]
    [InlineData(0.5, 2, "**cannot tell**: between 50 % less and 100 % more throughput than")]
    public void Words_OfInterval_HaveItsEnds(double low, double high, string text, string end = "") =>
        CreateAnswer(Question, CreateRatio(low, high))?.Text.ShouldBe($"{text} HTTP/1.1{end}");

    [Theory]
    [InlineData("Q2", 30, 42, "µs", "10.0 to 14.0 µs of CPU time a call")]
    [InlineData("Q2", -12, 15, "µs", "between 4.00 µs of CPU time a call less and 5.00 more")]
    [InlineData("Q2", -42, -30, "µs", "10.0 to 14.0 µs of CPU time a call less")]
    [InlineData("Q13b", -26, -24, "kB", "24.0 to 26.0 kB a request less")]
    [InlineData("Q12", 1, 8, "MB", "1.00 to 8.00 MB")]
    public void Difference_OfACost_IsThatOfACallOrARequest(string id, double low, double high, string unit, string text)
    {
        var answer = Answer.Create(Get(id).File, new Dictionary<string, Metric>
        {
            [LedgerEntry.Ratio] = CreateRatio(1.1, 1.2),
            [LedgerEntry.Difference] = new((low + high) / 2, low, high) { Unit = unit, Starts = 5 },
        });

        answer.ShouldNotBeNull().Absolute.ShouldBe(text);
    }

    // Such an interval is too short to contain 1 and a limit, wherever it lies.
    [Fact]
    public void HalfOfInterval_AtMostHalfOfSmallestEffect_IsNeverOpen()
    {
        var half = Math.Log(1 + Smallest) / 2 * 0.999;
        for (var center = -0.2; center < 0.2; center += 0.001)
        {
            Answer.Judge(CreateRatio(Math.Exp(center - half), Math.Exp(center + half)), Smallest)
                .ShouldNotBe(Effect.Open);
        }
    }

    [Fact]
    public void Count_Decided_IsYesOrNo()
    {
        Answer? AnswerCount(int failed) => Answer.Create(
            Get("Q8").File, new Dictionary<string, Metric> { ["failed"] = Metric.Exact(failed) });

        AnswerCount(0)?.Effect.ShouldBe(Effect.Yes);
        AnswerCount(1)?.Effect.ShouldBe(Effect.No);
    }

    [Fact]
    public void Ratio_OfOneStart_HasNoAnswer() => CreateAnswer(Question, Metric.FromStarts([2])).ShouldBeNull();

    [Theory]
    [InlineData("smallest_effect: 0.1", "smallest_effect: 0", "smallest_effect")]
    [InlineData("  quantity: 'throughput'", "", "quantity and than")]
    [InlineData("same_as: Q1\n", "script: tests\n", "a script has none")]
    public void QuestionFile_WithMistake_IsRefused(string text, string mistake, string message)
    {
        var file = File.ReadAllText(Path.Combine(Repository.Root, "experiments", "claims", "open-questions.yaml"));
        file.ShouldContain(text);

        Should.Throw<FormatException>(
            () => Publication.Parse("open-questions.yaml", file.Replace(text, mistake, StringComparison.Ordinal)))
            .Message.ShouldContain(message);
    }

    private static Claim Get(string id) => ClaimCatalog.Library.Claims.Single(claim => claim.Id == id);

    private static Metric CreateRatio(double low, double high) => new(Math.Sqrt(low * high), low, high) { Starts = 5 };

    private static Answer? CreateAnswer(Claim claim, Metric ratio) =>
        Answer.Create(claim.File, new Dictionary<string, Metric> { [LedgerEntry.Ratio] = ratio });
}
