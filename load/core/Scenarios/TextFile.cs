using System.Text.Unicode;

namespace TwoTier.Load.Scenarios;

/// <summary>Reads text of the user, which is UTF-8: in another encoding, the target would get other text.</summary>
internal static class TextFile
{
    public static string Read(string path) => Decode(path, ReadBytes(path));

    public static byte[] ReadBytes(string path, string? suggestion = null, long mostBytes = int.MaxValue)
    {
        try
        {
            return UserFile.ReadBytes(path, mostBytes);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException or ArgumentException)
        {
            throw ParseException.Create($"cannot read {path}: {e.Message.TrimEnd('.')}", suggestion);
        }
    }

    /// <summary>Gets the text; without the byte order mark of a file, unless it is part of a body.</summary>
    public static string Decode(string path, ReadOnlySpan<byte> bytes, bool keepsMark = false)
    {
        var number = 0;
        foreach (var line in bytes.Split((byte)'\n'))
        {
            number++;
            if (!Utf8.IsValid(bytes[line]))
                throw ParseException.Create($"{path}:{number}: this line is not UTF-8", "to save the file as UTF-8");
        }

        return keepsMark ? Encoding.UTF8.GetString(bytes) : Encoding.UTF8.GetString(bytes).TrimStart('\uFEFF');
    }
}
