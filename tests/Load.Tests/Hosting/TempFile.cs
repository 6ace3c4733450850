namespace Load.Tests.Hosting;

/// <summary>A file of a test's own, in the system's folder for such.</summary>
internal sealed class TempFile
{
    public TempFile(string extension, string text)
    {
        Path = System.IO.Path.Combine(Directory.CreateTempSubdirectory().FullName, "given" + extension);
        File.WriteAllText(Path, text);
    }

    public string Path { get; }
}
