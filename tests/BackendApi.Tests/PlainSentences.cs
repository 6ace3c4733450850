using System.Text.RegularExpressions;

namespace BackendApi.Tests.Customers;

internal static partial class PlainProse
{
    public static bool IsIn(string? text) => text is not null && Sentences().IsMatch(text);

    [GeneratedRegex(@"^[A-Z][a-z]*( [a-z]+)+\.( [A-Z][a-z]*( [a-z]+)+\.)*\z")]
    private static partial Regex Sentences();
}
