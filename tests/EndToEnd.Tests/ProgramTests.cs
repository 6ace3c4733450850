namespace EndToEnd.Tests;

/// <summary>Runs the programs of studies and benchmarks from a current directory outside the repository.</summary>
[Slow]
public sealed class ProgramTests : FolderTests
{
    [Theory]
    [InlineData("Experiments", 0, "port-exhaustion", "list")]
    [InlineData("Experiments", 64, "nonsense", "nonsense")]
    [InlineData("Benchmarks", 0, "ResponseBufferingServer.", "--list", "flat")]
    public async Task Program_RunFromAnotherFolder_ExitsWithExpectedCode(
        string program, int code, string text, params string[] arguments)
    {
        var start = ProgramLocator.CreateStartInfo(program, arguments);
        start.WorkingDirectory = Folder;
        var output = await ProcessRunner.CaptureAsync(start, TestContext.Current.CancellationToken);

        output.ExitCode.ShouldBe(code, output.All);
        output.All.ShouldContain(text, Case.Insensitive);
    }
}
