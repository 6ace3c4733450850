namespace Experiments.Tests;

/// <summary>
/// The page on hedging shows what its program prints. If it fails because the library was mended, the page and the
/// handler of the front-end are no longer needed.
/// </summary>
[Collection("programs of one file")]
[Slow]
[TimeLimit(120)]
public sealed class HedgingProgramTests
{
    [Fact]
    public async Task HedgesOverHttp2_WithAndWithoutTheHandler_EndAsThePageShows()
    {
        var start = new ProcessStartInfo("dotnet", ["run", "experiments/scripts/hedging-over-http2.cs"])
        {
            WorkingDirectory = Repository.Root,
        };

        var printed = await ProcessRunner.CaptureAsync(start, TestContext.Current.CancellationToken);

        printed.Output.ReplaceLineEndings("\n").ShouldBe(
            "as it is: 400 over HTTP/1.1, 5 of 5\nwith a handler: 200 over HTTP/2.0, 5 of 5\n", printed.All);
    }
}
