namespace Studies.Tests.Essays;

public sealed class GenerateCommandTests
{
    [Fact]
    public void CommittedFiles_ComparedWithWhatTheCommandWrites_AreUpToDate()
    {
        foreach (var (path, text) in GenerateCommand.CreateFiles())
        {
            File.ReadAllText(Path.Combine(Repository.Root, path)).ReplaceLineEndings("\n")
                .ShouldBe(text, $"make generate renews {path}.");
        }
    }
}
