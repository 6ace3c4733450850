using System.Text.Encodings.Web;

namespace TwoTier.Load.Http;

/// <summary>
/// Escapes parameter values for the place in the request where they are inserted, so that no value changes the text
/// around it.
/// </summary>
internal static class ParameterEscaping
{
    /// <summary>Percent-encodes a value for the path or the query of a URL.</summary>
    public static string EscapeForUrl(string value) => Uri.EscapeDataString(value);

    /// <summary>
    /// Removes control characters from a header value, because a line break would start another header.
    /// </summary>
    public static string EscapeForHeader(string value) =>
        value.Any(char.IsControl) ? string.Concat(value.Where(c => !char.IsControl(c))) : value;

    /// <summary>
    /// Escapes a value for use between the quotes of a JSON string. The quotes are part of the request template.
    /// </summary>
    public static string EscapeForJson(string value) => JavaScriptEncoder.UnsafeRelaxedJsonEscaping.Encode(value);

    /// <summary>Returns the value unchanged, for parts of a request that need no escaping.</summary>
    public static string KeepUnchanged(string value) => value;
}
