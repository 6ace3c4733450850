using Load.Output.Terminal;
using Load.Results;
using Load.Tests.Hosting;
using Load.Validity;

namespace Load.Tests;

public sealed class RunViewTests
{
    private const string BoldEscapeSequence = "\e[1m";

    [Theory]
    [InlineData("404", "", "✓ 404")]
    [InlineData("200", "200", "▲ 200")]
    [InlineData("503", "503", "✗ 503")]
    [InlineData("204", null, "✓ 204")]
    [InlineData("404", null, "▲ 404")]
    public void Draw_HttpStatus_IsMarkedAsExpectedOrUnexpected(string status, string? unexpected, string marked)
    {
        var text = Draw(run => run with
        {
            Statuses = new Dictionary<string, long> { [status] = 1000 },
            UnexpectedStatuses = unexpected?.Split(' ', StringSplitOptions.RemoveEmptyEntries)
                .ToDictionary(code => code, _ => 1000L),
        });

        text.ShouldContain($"    {marked}       1 000   ███");
    }

    [Theory]
    [InlineData(80)]
    [InlineData(140)]
    public void Draw_LatencyCurve_HasPercentilesAndDashBeyondLastOne(int width)
    {
        var text = Draw(run => run, width: width);

        text.ShouldMatch(@"\n +50 % +below +1\.41 ms +█");
        text.ShouldMatch(@"\n +99 % +below +3\.15 ms +█");
        text.ShouldMatch(@"\n +99\.9 % +below +– *\n");
        text.ShouldContain("1 000 in 2 s, 10 connections, closed loop");
        text.ShouldContain("500 req/s   1.25 MB/s received");
        text.Split('\n').ShouldAllBe(line => line.Length <= width);
    }

    [Fact]
    public void Draw_OlderFileWithoutSomeFields_HasDashesForMissingFields() =>
        Draw(run => run with { Bytes = null, MeasuredS = null }).ShouldContain("– MB/s received");

    [Theory]
    [InlineData(RunValidity.ValidState, false)]
    [InlineData(RunValidity.InvalidState, true)]
    public void Draw_InvalidRun_DimsMeasuredValues(string state, bool isDim)
    {
        var text = Draw(run => run, state, isLive: true);

        text.ShouldContain("500 req/s");
        text.Contains($"{BoldEscapeSequence}500 req/s", StringComparison.Ordinal).ShouldBe(!isDim, text);
        text.Contains($"{BoldEscapeSequence}  1.41", StringComparison.Ordinal).ShouldBe(!isDim, text);
    }

    private static string Draw(
        Func<VariantResult, VariantResult> change,
        string state = RunValidity.ValidState,
        bool isLive = false,
        int width = 100)
    {
        var result = SampleResults.Run(state);
        result = result with { Variants = [change(result.Variants[0])] };
        return Drawing.Draw(view => new RunView(result, view, width).Draw(), isLive: isLive, width: width);
    }
}
