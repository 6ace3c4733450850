namespace EndToEnd.Tests;

/// <summary>Checks the programs written in Go with gofmt, go vet and go test.</summary>
[Slow]
[TimeLimit(240)]
public sealed class GoToolTests
{
    [Theory]
    [InlineData("gofmt", "-l", ".")]
    [InlineData("go", "vet", "./...")]
    [InlineData("go", "test", "-timeout", "3m", "./...")]
    public async Task GoPrograms_CheckedWithGoTools_HaveNoFindings(string tool, params string[] arguments)
    {
        Assert.SkipUnless(GoPeer.IsGoInstalled, "go is not installed");
        var start = new ProcessStartInfo(tool, arguments)
        {
            WorkingDirectory = ProgramLocator.GetPath("experiments", "programs", "ingest-go"),
            Environment = { ["CGO_ENABLED"] = "0" },
        };

        var output = await ProcessRunner.CaptureAsync(start, TestContext.Current.CancellationToken);

        output.ExitCode.ShouldBe(0, output.All);
        // gofmt always exits with 0 and lists the files that it would change: the list must be empty.
        if (tool is "gofmt")
            output.All.ShouldBeEmpty();
    }
}
