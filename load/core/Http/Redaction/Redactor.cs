namespace TwoTier.Load.Http.Redaction;

internal sealed partial class Redactor(params IEnumerable<string> more)
{
    public const string ReplacementText = "…";

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

    public static Redactor Default { get; } = new();

    public bool IsSecret(string name)
    {
        var plain = Normalize(name.StartsWith("x-", StringComparison.OrdinalIgnoreCase) ? name[2..] : name);
        return WholeNames.Contains(plain)
            || _userNames.Contains(Normalize(name))
            || NameParts.Any(part => plain.Contains(part, StringComparison.Ordinal))
            || NameWithKey().IsMatch(name)
            || AuthPrefix().IsMatch(name);
    }

    public string RedactHeader(string name, string value) =>
        IsSecret(name) || AuthenticationScheme().IsMatch(value) ? ReplacementText : RedactUrls(value);

    /// <summary>Removes the user information and the secret values in the query of a URL.</summary>
    public string RedactUrl(string url)
    {
        var withoutUser = UserInfo().Replace(url, match => match.Groups["user"].Value + ReplacementText);
        var query = withoutUser.IndexOfAny(['?', '#']);
        var path = query < 0 ? withoutUser : withoutUser[..query];
        var rest = query < 0 ? "" : withoutUser[query..];
        return RedactPairs(PathParameter(), path) + RedactPairs(QueryParameter(), rest);
    }

    public string RedactQuery(string query) => RedactPairs(QueryParameter(), query);

    public string RedactUrls(string text) => Url().Replace(text, match => RedactUrl(match.Value));

    /// <summary>
    /// Removes secrets from a command, a header or a message: in URLs and JSON, and the values of <c>Name:</c>,
    /// <c>NAME=</c>, <c>;Name=</c> and <c>--name</c>.
    /// </summary>
    public string RedactText(string text) => ImageName().IsMatch(text)
        ? text
        : string.Join('\n', text.Split('\n').Select(line => RedactWords(RedactHeaders(RedactJson(line)))));

    // The value of a header goes to the end of the line, or of the quotes around the header. It may have quotes itself.
    private string RedactHeaders(string line)
    {
        foreach (Match header in HeaderName().Matches(line))
        {
            var value = header.Index + header.Length;
            if (!IsSecret(header.Groups["name"].Value) && !AuthenticationScheme().IsMatch(line[value..]))
                continue;
            var end = FindOpenQuote(line[..header.Index]) is { } quote ? FindEnd(line, value, quote) : -1;
            return line[..value] + ReplacementText + (end < 0 ? "" : line[end] + RedactHeaders(line[(end + 1)..]));
        }

        return line;
    }

    private static char? FindOpenQuote(string text) => QuoteInQuotes().Replace(text, "").Aggregate((char?)null,
        (open, next) => next is not ('\'' or '"') ? open : open is null ? next : open == next ? null : open);

    private static int FindEnd(string line, int start, char quote) =>
        QuoteInQuotes().Replace(line, match => new string(' ', match.Length)).IndexOf(quote, start);

    private string RedactWords(string text)
    {
        var isValue = false;
        return Word().Replace(text, match =>
        {
            var (word, isSecret) = (match.Value, isValue);
            isValue = IsNameOfNext(word);
            return isSecret ? ReplacementText
                : word[0] is '\'' or '"' ? $"{word[0]}{RedactQuoted(word[1..^1])}{word[0]}"
                : UserWithoutScheme().Replace(
                    word.Contains("://", StringComparison.Ordinal) ? RedactUrls(word)
                    : word[0] is '/' ? RedactUrl(word)
                    : RedactPairs(Pair(), word), ReplacementText);
        });
    }

    // A value in quotes may have spaces.
    private string RedactQuoted(string text) =>
        RedactWords(text.Contains("://", StringComparison.Ordinal) ? text : RedactPairs(Pair(), text));

    // --name value, NAME='value', name = value, and Name-Of-Header value.
    private bool IsNameOfNext(string word) =>
        (word[0] is '-' && !word.Contains('=', StringComparison.Ordinal) || word[^1] is '='
            || NameOfHeader().IsMatch(word))
        && IsSecret(word.Trim('-', '=').Split('=', ';')[^1]);

    /// <summary>Removes the values of secret fields from a body, which may be JSON or a form.</summary>
    public string RedactBody(string body)
    {
        var json = RedactJson(body);
        return RedactUrls(FormBody().IsMatch(json) ? RedactQuery(json) : json);
    }

    private string RedactJson(string text) => JsonField().Replace(text, match =>
        IsSecret(match.Groups["name"].Value)
            ? $"{match.Groups["before"].Value}\"{ReplacementText}\""
            : match.Value);

    private string RedactPairs(Regex pair, string text) => pair.Replace(text, match =>
        IsSecret(Uri.UnescapeDataString(match.Groups["name"].Value)) && match.Groups["value"].Length > 0
            ? match.Groups["before"].Value + ReplacementText
            : match.Value);

    private static string Normalize(string name) =>
        string.Concat(name.Where(char.IsAsciiLetterOrDigit).Select(char.ToLowerInvariant));

    // Matches names with a word that ends in key: X-Functions-Key, subscriptionkey, accessKeyId; but not keyword.
    [GeneratedRegex(@"(?i:key(s|id)?)($|[^A-Za-z])|[Kk]ey(Id|ID|s)?($|(?=[A-Z]))")]
    private static partial Regex NameWithKey();

    [GeneratedRegex("(?i)^(x[-_])?(o?auth)([-_]|$)")]
    private static partial Regex AuthPrefix();

    [GeneratedRegex(@"(?<user>^[a-z][a-z0-9+.-]*://)[^/?#]+(?=@)", Options)]
    private static partial Regex UserInfo();

    // Matches query parameters. A placeholder {{{…}}} is not matched as a value, because it is no secret.
    [GeneratedRegex(
        @"(?<before>(?<=^|[?&;#])(?<name>[^=&;#]+)=)(?!\{\{\{[^{}]*\}\}\}(&|;|#|$))(?<value>[^&;#]*)", Options)]
    private static partial Regex QueryParameter();

    [GeneratedRegex(@"(?<before>;(?<name>[^=;/?#]+)=)(?<value>[^;/?#]*)", Options)]
    private static partial Regex PathParameter();

    // The end may be cut off.
    [GeneratedRegex(
        """(?<before>(?<quote>["'])(?<name>[^"'\\]+)\k<quote>\s*:\s*)("([^"\\]|\\.)*("|\\?$)|'[^']*('|$)|[^\s,\[\]{}"']+)""",
        Options)]
    private static partial Regex JsonField();

    [GeneratedRegex(@"^[^\s={}<>""]+=[^\s={}<>""]*(&|$)", Options)]
    private static partial Regex FormBody();

    [GeneratedRegex(@"[a-z][a-z0-9+.-]*://[^\s'""<>]+", Options)]
    private static partial Regex Url();

    // The image of a service may be named auth, and has no secret.
    [GeneratedRegex(@"^image:[^\s=]+( \(sha256:[0-9a-f]+\))?$")]
    private static partial Regex ImageName();

    // A quote that does not end the quotes around it: \" in JSON, and '\'' in a shell.
    [GeneratedRegex("""'\\''|\\["']""")]
    private static partial Regex QuoteInQuotes();

    // What stands in quotes, or a word without quotes.
    [GeneratedRegex("""'[^']+'|"[^"]+"|[^\s'"]+(\s+=(?=\s))?""")]
    private static partial Regex Word();

    [GeneratedRegex(@"^(Authorization|Cookie|[A-Z]\w*(-[A-Z]\w*)+)$", RegexOptions.ExplicitCapture)]
    private static partial Regex NameOfHeader();

    // ada:password@host, which is no path.
    [GeneratedRegex(@"(?<=^|/)[^\s/?#@:]+:[^\s/?#]+(?=@)")]
    private static partial Regex UserWithoutScheme();

    [GeneratedRegex(
        @"(?<![\w-])(?<name>[\w-]+)(:(?!//)\s*|\s+(?=(bearer|basic|digest|negotiate|ntlm|apikey)\s))(?=\S)", Options)]
    private static partial Regex HeaderName();

    [GeneratedRegex(@"(?<before>(?<=^|[\s;&?,/])-{0,2}(?<name>[^\s=;&?,:/'""]+)\s*=\s*)(?<value>[^;&]*)", Options)]
    private static partial Regex Pair();

    [GeneratedRegex(@"^\s*(bearer|basic|digest|negotiate|ntlm|apikey|aws4-hmac-sha256)\s+\S", Options)]
    private static partial Regex AuthenticationScheme();

    private const RegexOptions Options = RegexOptions.IgnoreCase | RegexOptions.ExplicitCapture;
}
