using System.CommandLine;
using Studies.Claims.Files;
using Studies.Commands;
using Studies.Hosting;

namespace Studies.Essays;

/// <summary>
/// Writes the files of docs/ that follow from other files of this repository, and from no measurement: the pictures of
/// essays, and the schema of claim files.
/// </summary>
internal sealed class GenerateCommand : StudyCommand
{
    private static readonly string Docs = ProgramLocator.GetPath("docs");

    public GenerateCommand()
        : base("generate", "Writes the pictures of essays and the schema of claim files again.", rounds: null)
    {
    }

    public override StudyGroup Group => StudyGroup.Files;

    protected override string MakeCommand => "make generate";

    protected override string DefaultFolder => Docs;

    /// <summary>Reads a file by its path relative to docs/, with the line endings of all systems made equal.</summary>
    public static string ReadFile(string path) => File.ReadAllText(Path.Combine(Docs, path)).ReplaceLineEndings("\n");

    protected override TimeSpan? EstimateDuration(ParseResult arguments, int rounds) => null;

    protected override Task<int> RunAsync(StudyContext context)
    {
        foreach (var essay in EssayPicture.Essays)
            Write(context.ResultsFolder, $"{essay}.svg", EssayPicture.Draw(essay, ReadFile));
        Write(context.ResultsFolder, ClaimSchema.Path, ClaimSchema.Format());
        return Task.FromResult(ExitCode.Success);
    }

    private static void Write(string folder, string name, string text)
    {
        var path = Path.Combine(folder, name);
        Directory.CreateDirectory(Path.GetDirectoryName(path)!);
        File.WriteAllText(path, text);
        Console.WriteLine($"  written      {path}");
    }
}
