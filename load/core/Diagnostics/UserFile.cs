using System.Formats.Tar;

namespace TwoTier.Load.Diagnostics;

/// <summary>Reads files that the user names: regular files only, because a pipe or a device might never end.</summary>
internal static class UserFile
{
    /// <exception cref="IOException">The file cannot be read, is longer than it may be, or is no regular file.</exception>
    /// <exception cref="UnauthorizedAccessException">The user may not read the file.</exception>
    public static byte[] ReadBytes(string path, long mostBytes = int.MaxValue)
    {
        if (Directory.Exists(path))
            throw new IOException("it is a folder");
        var file = new FileInfo(path);
        file = file.ResolveLinkTarget(returnFinalTarget: true) as FileInfo ?? file;
        if (File.Exists(path) && (!file.Exists || (file.Length == 0 && !IsRegular(file))))
            throw new IOException("it is not a file, but a pipe, a device or a link to nothing");
        if (file.Exists && file.Length > mostBytes)
            throw new IOException($"it is longer than {mostBytes / 1_000_000} MB");
        return File.ReadAllBytes(path);
    }

    // Only the archives of .NET tell what kind of file it is, if it has no length.
    private static bool IsRegular(FileInfo file)
    {
        using var archive = new MemoryStream();
        using (var writer = new TarWriter(archive, leaveOpen: true))
            writer.WriteEntry(file.FullName, file.Name);
        archive.Position = 0;
        return new TarReader(archive).GetNextEntry()?.EntryType is TarEntryType.RegularFile;
    }
}
