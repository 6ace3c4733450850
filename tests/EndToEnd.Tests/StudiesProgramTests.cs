using Studies.Hosting;

namespace EndToEnd.Tests;

/// <summary>Runs the Studies program from a current directory outside the repository.</summary>
public sealed class StudiesProgramTests
{
    [Theory]
    [InlineData(ExitCode.Success, "list")]
    [InlineData(ExitCode.Success, "demo", "--help")]
    [InlineData(ExitCode.UsageError, "nonsense")]
    public async Task StudiesProgram_RunFromAnotherFolder_ExitsWithExpectedCode(int code, params string[] arguments)
    {
        var folder = Directory.CreateTempSubdirectory();
        var program = ProgramLocator.CreateStartInfo("Studies", arguments);
        program.WorkingDirectory = folder.FullName;

        var output = await ProcessRunner.CaptureAsync(program, TestContext.Current.CancellationToken);

        output.ExitCode.ShouldBe(code, output.All);
        folder.GetFileSystemInfos().ShouldBeEmpty();
        folder.Delete();
    }

    [Fact]
    [TimeLimit(120)]
    public async Task HeldConnectionStudy_RunToEnd_LeavesNoProcess()
    {
        using var study = new StudyRun("held-connection");

        (await study.WaitForExitAsync()).ShouldBe(ExitCode.Success, study.Output);

        study.ReadServices().ShouldHaveSingleItem().Role.ShouldBe("documents");
        study.ReadServices().ShouldAllBe(service => PortProbe.RefusesConnections(service.Address));
    }
}
