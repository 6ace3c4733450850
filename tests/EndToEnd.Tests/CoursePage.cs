namespace EndToEnd.Tests;

/// <summary>The commands of the exercises in docs/course.md, as tests run them.</summary>
internal static partial class CoursePage
{
    public static readonly TimeSpan StartLimit = TimeSpan.FromSeconds(60);

    private static string Text => RepositoryFiles.Read("docs/course.md").ReplaceLineEndings("\n");

    public static int CountExercises() => ExercisePattern().Count(Text);

    public static string[] FindCommands(int exercise)
    {
        var begin = Text.IndexOf($"\n## {exercise}. ", StringComparison.Ordinal);
        var end = Text.IndexOf("\n## ", begin + 1, StringComparison.Ordinal);
        return [.. MarkdownCommandTests.FindCommands(Text[begin..end])];
    }

    public static string UsePort(string commands, int port) =>
        commands.Replace("localhost:5100", $"localhost:{port}", StringComparison.Ordinal);

    /// <summary>Reads the arguments that a command passes on to its program. make only prints them.</summary>
    public static async Task<string[]> ReadArgumentsAsync(string command)
    {
        var line = command;
        if (command.StartsWith("make ", StringComparison.Ordinal))
        {
            var make = await RunAsync($"{command} --dry-run --no-print-directory STUDIES='studies --'");
            make.ExitCode.ShouldBe(0, make.All);
            line = make.Output;
        }

        return $" {line}".Split(" -- ", 2)[1].Split([' ', '\t', '\n', '\\'], StringSplitOptions.RemoveEmptyEntries);
    }

    public static Task<ProgramOutput> RunAsync(string commands)
    {
        var shell = new ProcessStartInfo("bash", ["-c", commands]) { WorkingDirectory = Repository.Root };
        // The variables of a make that runs the tests are not those of the page.
        shell.Environment.Remove("MAKEFLAGS");
        return ProcessRunner.CaptureAsync(shell, TestContext.Current.CancellationToken);
    }

    /// <summary>Starts a program that goes on until it is stopped, and waits for its words.</summary>
    public static async Task<StudyRun> StartAsync(string started, string command, params string[] options)
    {
        var study = new StudyRun([.. await ReadArgumentsAsync(command), .. options]);
        try
        {
            await Eventually.WaitUntilAsync(
                () => study.Output.Contains(started, StringComparison.Ordinal) || study.HasExited, StartLimit);
            study.HasExited.ShouldBeFalse(study.Output);
            return study;
        }
        catch
        {
            study.Dispose();
            throw;
        }
    }

    // make serve needs four ports in a row.
    public static int FindPorts() => Enumerable.Range(0, 100).Select(_ => FreePort.FindAddress().Port)
        .First(port => Enumerable.Range(1, 3).All(more => FreePort.IsFree(port + more)));

    [GeneratedRegex(@"^## [1-9]\. ", RegexOptions.Multiline)]
    private static partial Regex ExercisePattern();
}
