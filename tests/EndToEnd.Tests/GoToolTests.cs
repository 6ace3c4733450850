using System.Diagnostics;
using Studies.Hosting;
using Testing;

namespace EndToEnd.Tests;

/// <summary>Go's own tools find nothing in the peer in Go.</summary>
[TimeLimit(240)]
public sealed class GoToolTests
{
    [Theory]
    [InlineData("gofmt", "-l", ".")]
    [InlineData("go", "vet", "./...")]
    [InlineData("go", "test", "-timeout", "3m", "./...")]
    public async Task GoPeer_CheckedWithGosTools_HasNoFindings(string tool, params string[] arguments)
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
        // gofmt lists the files that it would change, and exits with 0 in any case.
        if (tool is "gofmt")
            output.ShouldBeEmpty();
    }
}
