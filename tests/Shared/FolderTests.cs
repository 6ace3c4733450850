namespace Testing;

/// <summary>Tests with a temporary folder each.</summary>
public abstract class FolderTests : IDisposable
{
    protected string Folder { get; } = Directory.CreateTempSubdirectory().FullName;

    public void Dispose()
    {
        Directory.Delete(Folder, recursive: true);
        GC.SuppressFinalize(this);
    }

    /// <summary>Writes a file in the folder or in a subfolder, and returns its path.</summary>
    protected string Write(string path, string text)
    {
        var file = Path.Combine(Folder, path);
        Directory.CreateDirectory(Path.GetDirectoryName(file)!);
        File.WriteAllText(file, text);
        return file;
    }
}
