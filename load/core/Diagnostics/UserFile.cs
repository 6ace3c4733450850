namespace TwoTier.Load.Diagnostics;

/// <summary>
/// Reads files that the user names, but for those without a length: a pipe or a device might never end, and nobody means
/// an empty file.
/// </summary>
internal static class UserFile
{
    /// <exception cref="IOException">The file cannot be read, is longer than it may be, or has no length.</exception>
    /// <exception cref="UnauthorizedAccessException">The user may not read the file.</exception>
    public static byte[] ReadBytes(string path, long mostBytes = int.MaxValue)
    {
        if (Directory.Exists(path))
            throw new IOException("it is a folder");
        var file = new FileInfo(path);
        file = file.ResolveLinkTarget(returnFinalTarget: true) as FileInfo ?? file;
        if (file.Exists && file.Length == 0)
            throw new IOException("it is empty, or a pipe or a device");
        if (file.Exists && file.Length > mostBytes)
            throw new IOException($"it is longer than {mostBytes / 1_000_000} MB");
        return File.ReadAllBytes(path);
    }
}
