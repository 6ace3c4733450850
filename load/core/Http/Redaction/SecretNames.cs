using System.Text.RegularExpressions;

namespace TwoTier.Load.Http.Redaction;

/// <summary>
/// Recognizes the names of headers, query parameters, cookies and fields whose values are secret, such as Authorization
/// or api_key.
/// </summary>
internal sealed partial class SecretNames(IEnumerable<string> more)
{
    // Names are compared in lower case and without separators, so that Api-Key, api_key and apiKey are the same.
    private static readonly HashSet<string> WholeNames =
    [
        "auth", "code", "cookie", "hmac", "jwt", "otp", "pass", "pin", "pwd", "pw", "session", "sid", "sig",
    ];

    private static readonly string[] NameParts =
    [
        "authentic", "authoriz", "apikey", "bearer", "cookie", "credential", "csrf", "passphrase", "passwd", "password",
        "secret", "sessid", "sessionid", "signature", "token", "xsrf",
    ];

    private readonly HashSet<string> _userNames = [.. more.Select(Normalize)];

    /// <summary>Returns whether the value of a header, parameter or field of this name is secret.</summary>
    public bool Contains(string name)
    {
        var plain = Normalize(name);
        return WholeNames.Contains(plain)
            || _userNames.Contains(plain)
            || NameParts.Any(part => plain.Contains(part, StringComparison.Ordinal))
            || NameWithKey().IsMatch(name)
            || AuthPrefix().IsMatch(name);
    }

    private static string Normalize(string name) =>
        string.Concat(name.Where(char.IsAsciiLetterOrDigit).Select(char.ToLowerInvariant));

    // Matches names with a word that ends in key: X-Functions-Key, subscriptionkey, accessKeyId; but not keyword.
    [GeneratedRegex(@"(?i:key(s|id)?)($|[^A-Za-z])|[Kk]ey(Id|ID|s)?($|(?=[A-Z]))")]
    private static partial Regex NameWithKey();

    [GeneratedRegex("(?i)^(x[-_])?(o?auth)([-_]|$)")]
    private static partial Regex AuthPrefix();
}
