namespace Studies.Claims.Sources;

/// <summary>
/// The numbers that Reis published in 2021 in an article about HttpCompletionOption. Allocations are in kilobytes per
/// call.
/// </summary>
internal static class Reis2021
{
    private const double BufferedKb = 404;
    private const double HeadersReadKb = 162;

    public static Publication Publication { get; } = new(
        "Reis, 2021", "HttpCompletionOption, 2021-02-04 (in Portuguese)", "reading the headers first");

    public static PublishedResult Allocation { get; } = new(
        BufferedKb / HeadersReadKb, $"{BufferedKb} KB, against {HeadersReadKb}, for a body of about 100 KB");
}
