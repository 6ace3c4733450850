using System.Text.Encodings.Web;

namespace Load.Http;

/// <summary>Makes a value fit the place where it goes, so that no value changes what stands around it.</summary>
internal static class Escaping
{
    public static string ForUrl(string value) => Uri.EscapeDataString(value);

    /// <summary>Control characters are dropped: a line break would begin a header of its own.</summary>
    public static string ForHeader(string value) =>
        value.Any(char.IsControl) ? string.Concat(value.Where(c => !char.IsControl(c))) : value;

    /// <summary>As the inside of a JSON string; the quotes are the template's.</summary>
    public static string ForJson(string value) => JavaScriptEncoder.UnsafeRelaxedJsonEscaping.Encode(value);

    public static string None(string value) => value;
}
