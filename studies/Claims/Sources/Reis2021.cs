namespace Studies.Claims.Sources;

/// <summary>
/// The numbers that Reis published in 2021 in an article about HttpCompletionOption. Allocations are in kilobytes per
/// call.
/// </summary>
internal static class Reis2021
{
    private const double BufferedAllocationKb = 404;
    private const double HeadersReadAllocationKb = 162;

    public static Publication Publication { get; } = new(
        "Reis, 2021", "HttpCompletionOption, 2021-02-04 (in Portuguese)", "reading the headers first");

    public static PublishedResult AllocationRatio { get; } = new(
        BufferedAllocationKb / HeadersReadAllocationKb, $"{BufferedAllocationKb} KB, against {HeadersReadAllocationKb}, for a body of about 100 KB");
}
