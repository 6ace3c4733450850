using System.Text;

namespace TwoTier.Show;

/// <summary>
/// A file to which the load tool adds a line for each event. It may not exist yet, and the next run replaces it.
/// </summary>
internal sealed class EventFile(string path)
{
    // A line that is longer is no event: the plan of a large comparison has less than half of that.
    private const int MostBytes = 1_000_000;

    // The first line begins with the time at which the run started.
    private const int HeadBytes = 1000;

    private byte[] _head = [];
    private long _position;

    /// <summary>Whether a file has content. A pipe or a device has none, and to open it could take for ever.</summary>
    public static bool HasContent(string path)
    {
        var file = new FileInfo(path);
        return ((FileInfo?)file.ResolveLinkTarget(returnFinalTarget: true) ?? file) is { Exists: true, Length: > 0 };
    }

    /// <summary>Reads the lines that are complete and were not read before; none while there is no file.</summary>
    public IReadOnlyList<string> ReadNewLines()
    {
        try
        {
            if (!HasContent(path))
                return [];
            using var file = new FileStream(
                path, FileMode.Open, FileAccess.Read, FileShare.ReadWrite | FileShare.Delete);
            return ReadNewLines(file);
        }
        catch (IOException)
        {
            return [];
        }
    }

    private string[] ReadNewLines(FileStream file)
    {
        var head = Read(file, HeadBytes);
        if (file.Length < _position || !head.AsSpan().StartsWith(_head))
            _position = 0;
        _head = head;
        file.Position = _position;
        var added = Read(file, MostBytes);
        var length = Array.LastIndexOf(added, (byte)'\n') + 1;
        _position += length > 0 || added.Length < MostBytes ? length : MostBytes;
        return Encoding.UTF8.GetString(added, 0, length).Split('\n', StringSplitOptions.RemoveEmptyEntries);
    }

    private static byte[] Read(FileStream file, int most)
    {
        var bytes = new byte[Math.Min(most, file.Length - file.Position)];
        return bytes[..file.ReadAtLeast(bytes, bytes.Length, throwOnEndOfStream: false)];
    }
}
