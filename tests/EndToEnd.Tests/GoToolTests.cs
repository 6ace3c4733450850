using System.Diagnostics;
using Studies.Hosting;

namespace EndToEnd.Tests;

/// <summary>Checks the services written in Go (peers/ingest-go) with gofmt, go vet and go test.</summary>
[Slow]
[TimeLimit(240)]
public sealed class GoToolTests
{
    [Theory]
    [InlineData("gofmt", "-l", ".")]
    [InlineData("go", "vet", "./...")]
    [InlineData("go", "test", "-timeout", "3m", "./...")]
    public async Task GoServices_CheckedWithGoTools_HaveNoFindings(string tool, params string[] arguments)
    {
        Assert.SkipUnless(GoPeer.IsGoInstalled, "go is not installed");
        using var process = Process.Start(new ProcessStartInfo(tool, arguments)
        {
            WorkingDirectory = Path.Combine(Repository.Root, "peers", "ingest-go"),
            RedirectStandardOutput = true,
            RedirectStandardError = true,
            Environment = { ["CGO_ENABLED"] = "0" },
        })!;
        var errors = process.StandardError.ReadToEndAsync(TestContext.Current.CancellationToken);
        var output = await process.StandardOutput.ReadToEndAsync(TestContext.Current.CancellationToken) + await errors;
        await process.WaitForExitAsync(TestContext.Current.CancellationToken);

        process.ExitCode.ShouldBe(0, output);
        // gofmt always exits with 0 and lists the files that it would change: the list must be empty.
        if (tool is "gofmt")
            output.ShouldBeEmpty();
    }
}
