using Load.Output.Terminal;
using Load.Results;
using Load.Terminal;
using Load.Tests.Hosting;
using Load.Validity;

namespace Load.Tests;

public sealed class RunViewTests
{
    private const string BoldEscapeSequence = "\e[1m";

    [Theory]
    [InlineData("200", "", "✓ 200")]
    [InlineData("404", "", "✓ 404")]
    [InlineData("503", "", "✓ 503")]
    [InlineData("200", "200", "▲ 200")]
    [InlineData("404", "404", "▲ 404")]
    [InlineData("503", "503", "✗ 503")]
    [InlineData("204", null, "✓ 204")]
    [InlineData("404", null, "▲ 404")]
    public void Draw_HttpStatus_IsMarkedAsExpectedOrUnexpected(string status, string? unexpected, string marked)
    {
        var result = SampleResults.Run();
        var run = result.Variants[0] with
        {
            Statuses = new Dictionary<string, long> { [status] = 1000 },
            UnexpectedStatuses = unexpected is null ? null
                : unexpected.Split(' ', StringSplitOptions.RemoveEmptyEntries).ToDictionary(code => code, _ => 1000L),
        };

        Draw(result with { Variants = [run] }).ShouldContain($"    {marked}       1 000   ███");
    }

    [Fact]
    public void Draw_LatencyCurve_HasPercentilesAndDashBeyondLastOne()
    {
        var text = Draw(SampleResults.Run());

        text.ShouldMatch(@"\n +50 % +below +1\.41 ms +█");
        text.ShouldMatch(@"\n +99 % +below +3\.15 ms +█");
        text.ShouldMatch(@"\n +99\.9 % +below +– *\n");
        text.ShouldContain("1 000 in 2 s, 10 connections, closed loop");
        text.ShouldContain("500 req/s   1.25 MB/s received");
    }

    [Fact]
    public void Draw_OlderFileWithoutSomeFields_HasDashesForMissingFields()
    {
        var result = SampleResults.Run();
        var run = result.Variants[0] with { Bytes = null, MeasuredS = null };

        Draw(result with { Workload = null, Variants = [run] }).ShouldContain("– MB/s received");
    }

    [Theory]
    [InlineData(RunValidity.ValidState, false)]
    [InlineData(RunValidity.CutShortState, false)]
    [InlineData(RunValidity.InvalidState, true)]
    public void Draw_InvalidRun_DimsMeasuredValues(string state, bool isDim)
    {
        var text = Draw(SampleResults.Run(state), isLive: true);

        text.ShouldContain("500 req/s");
        text.Contains($"{BoldEscapeSequence}500 req/s", StringComparison.Ordinal).ShouldBe(!isDim, text);
        text.Contains($"{BoldEscapeSequence}  1.41", StringComparison.Ordinal).ShouldBe(!isDim, text);
    }

    [Theory]
    [InlineData(80)]
    [InlineData(140)]
    public void Draw_TerminalOfAnyWidth_BreaksNoRow(int width) =>
        Draw(SampleResults.Run(), width: width).Split('\n').ShouldAllBe(line => line.Length <= width);

    private static string Draw(Result result, bool isLive = false, int width = 100)
    {
        using var output = new StringWriter();
        var screen = TerminalScreen.Create(output, isLive, isUnicode: true, width);
        screen.Print(new RunView(result, screen.CreateView(), width).Draw());
        return output.ToString();
    }
}
