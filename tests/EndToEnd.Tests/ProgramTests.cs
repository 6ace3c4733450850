namespace EndToEnd.Tests;

/// <summary>Runs the programs of studies and benchmarks from a current directory outside the repository.</summary>
[Slow]
public sealed class ProgramTests
{
    [Theory]
    [InlineData("Studies", 0, "list")]
    [InlineData("Studies", 64, "nonsense")]
    [InlineData("Benchmarks", 64, "--filter", "*Nothing*")]
    public async Task Program_RunFromAnotherFolder_ExitsWithExpectedCode(
        string program, int code, params string[] arguments) =>
        (await RunAsync(program, arguments)).ExitCode.ShouldBe(code);

    [Fact]
    public async Task Benchmarks_Listed_AreThoseOfThePages()
    {
        var output = await RunAsync("Benchmarks", "--list", "flat");

        output.ExitCode.ShouldBe(0, output.All);
        foreach (var name in (string[])["Strategies.", "Deserialization.", "ResponseBufferingServer.", "CallLayers."])
            output.All.ShouldContain(name);
    }

    private static async Task<ProgramOutput> RunAsync(string program, params string[] arguments)
    {
        var folder = Directory.CreateTempSubdirectory();
        var start = ProgramLocator.CreateStartInfo(program, arguments);
        start.WorkingDirectory = folder.FullName;
        var output = await ProcessRunner.CaptureAsync(start, TestContext.Current.CancellationToken);
        folder.Delete(recursive: true);
        return output;
    }
}
