using TwoTier.Load.Reports.Terminal;

namespace Load.Tests;

public sealed class LiveComparisonViewTests
{
    private readonly FakeTimeProvider _time = new(default);
    private readonly ComparisonProgress _progress = new();

    [Fact]
    public void Describe_Starts_SaysWhichIsMeasured()
    {
        var view = CreateView(new StringWriter(), isLive: true, starts: 2);
        view.Describe().Label.ShouldBe("start 1 of 2");

        AddStart(1);
        view.Describe().Label.ShouldBe("start 2 of 2");
        AddStart(2);
        view.Describe().Label.ShouldBe("start 2 of 2");
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public void StartEnded_Always_PrintsALineForEachStart(bool isLive)
    {
        using var output = new StringWriter();
        CreateView(output, isLive, starts: 2);

        _time.Advance(TimeSpan.FromSeconds(9));
        AddStart(1, cpu: 1);
        _time.Advance(TimeSpan.FromSeconds(60));
        AddStart(2, cpu: 1);

        output.ToString().ReplaceLineEndings("\n").ShouldBe(
            "  start 1 of 2  0:09\n  start 2 of 2  1:09\n");
    }

    private LiveComparisonView CreateView(TextWriter output, bool isLive, int starts) => new(
        SampleTurns.CreatePlan() with { Starts = starts },
        _progress,
        TerminalScreen.Create(output, isLive, width: 100),
        _time);

    private void AddStart(int start, double? cpu = null)
    {
        SampleTurns.AddRounds(_progress, Enumerable.Range(1, 10).SelectMany(round => new[]
        {
            SampleTurns.Create(0, round, 1000, start, cpu: cpu),
            SampleTurns.Create(1, round, 1200, start, cpu: cpu),
        }));
        var costs = new VariantCosts([]) { IsClocked = cpu is not null };
        _progress.EndStart(SampleTurns.Summarize(costs, costs));
    }
}
