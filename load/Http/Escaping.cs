using System.Text.Encodings.Web;

namespace Load.Http;

/// <summary>
/// Escapes parameter values for the place where they are inserted, so that no value changes the text around it.
/// </summary>
internal static class Escaping
{
    /// <summary>Percent-encodes a value for a path or a query.</summary>
    public static string ForUrl(string value) => Uri.EscapeDataString(value);

    /// <summary>Removes control characters from a value, because a line break would start another header.</summary>
    public static string ForHeader(string value) =>
        value.Any(char.IsControl) ? string.Concat(value.Where(c => !char.IsControl(c))) : value;

    /// <summary>Escapes a value for the inside of a JSON string, whose quotes the template has.</summary>
    public static string ForJson(string value) => JavaScriptEncoder.UnsafeRelaxedJsonEscaping.Encode(value);

    /// <summary>Returns the value unchanged.</summary>
    public static string None(string value) => value;
}
