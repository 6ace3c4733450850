namespace Studies.Claims.Sources;

/// <summary>
/// The numbers that Sedlaczek published in 2014 in an article about asynchronous services. Rates are in requests per
/// second.
/// </summary>
internal static class Sedlaczek2014
{
    private const double AsyncRate = 50;
    private const double BlockingRate = 4.5;
    private const double UnlimitedAsyncRate = 48;
    private const double UnlimitedBlockingRate = 47;
    private const double LargeBurstAsyncRate = 99;
    private const double LargeBurstBlockingRate = 65;

    public static Publication Publication { get; } = new(
        "Sedlaczek, 2014", "Asynchronous WebAPI services, 2014", "a slow operation, blocking or asynchronous");

    public static PublishedResult LimitedThreadPool { get; } = new(AsyncRate / BlockingRate, $"{AsyncRate} req/s, against 4 to 5");

    public static PublishedResult ThreadMemory { get; } = new(null, "1 MB");

    /// <summary>
    /// The published result without a limit of the number of threads. It has no ratio, because the rates of the
    /// blocking and the asynchronous operation are almost equal.
    /// </summary>
    public static PublishedResult UnlimitedThreadPool { get; } =
        new(null, $"{UnlimitedAsyncRate} req/s, against {UnlimitedBlockingRate}");

    public static PublishedResult LargeBurst { get; } = PublishedResult.FromRates(
        LargeBurstAsyncRate, LargeBurstBlockingRate);
}
