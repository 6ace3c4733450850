using System.IO.Compression;

namespace Studies.Tests.Claims;

public sealed class RawResultsTests : IDisposable
{
    private readonly string _folder = Directory.CreateTempSubdirectory("raw-results-").FullName;

    public void Dispose() => Directory.Delete(_folder, recursive: true);

    [Fact]
    public void ResultFiles_Saved_CanBeReadAgain()
    {
        Write("claims-1/a.json", $"\"{ProgramLocator.RepositoryRoot}/tests\"");
        Write("claims-1/ab/go-1.txt", "Requests per second");
        Write("claims-1/a.log", "a log");

        RawResults.Save(Path.Combine(_folder, "claims-1"), Path.Combine(_folder, "archive"))
            .ShouldBe("raw/claims-1");

        var saved = Path.Combine(_folder, "archive", "raw", "claims-1");
        Directory.GetFiles(saved).Select(Path.GetFileName).Order()
            .ShouldBe(["a.json.gz", "ab-go-1.txt.gz"]);
        Decompress(Path.Combine(saved, "ab-go-1.txt.gz")).ShouldBe("Requests per second");
        Decompress(Path.Combine(saved, "a.json.gz")).ShouldBe("\"/tests\"");
    }

    private void Write(string path, string text)
    {
        var file = new FileInfo(Path.Combine(_folder, path));
        file.Directory!.Create();
        File.WriteAllText(file.FullName, text);
    }

    private static string Decompress(string path)
    {
        using var reader = new StreamReader(new GZipStream(File.OpenRead(path), CompressionMode.Decompress));
        return reader.ReadToEnd();
    }
}
