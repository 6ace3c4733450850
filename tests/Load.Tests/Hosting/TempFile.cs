namespace Load.Tests.Hosting;

/// <summary>A temporary file for one test. It is deleted when the test process exits.</summary>
internal sealed class TempFile
{
    public static readonly DirectoryInfo Folder = Directory.CreateTempSubdirectory();

    static TempFile() => AppDomain.CurrentDomain.ProcessExit += (_, _) => Folder.Delete(recursive: true);

    public TempFile(string extension, string text)
    {
        Path = System.IO.Path.Combine(Folder.FullName, Guid.NewGuid() + extension);
        File.WriteAllText(Path, text);
    }

    public string Path { get; }
}
