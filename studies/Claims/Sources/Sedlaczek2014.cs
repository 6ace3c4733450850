namespace Studies.Claims.Sources;

/// <summary>The figures of Sedlaczek's article about asynchronous services. Rates are requests per second.</summary>
internal static class Sedlaczek2014
{
    private const double AsyncRate = 50;
    private const double BlockingRate = 4.5;
    private const double UnlimitedAsyncRate = 48;
    private const double UnlimitedBlockingRate = 47;
    private const double LargeAsyncRate = 99;
    private const double LargeBlockingRate = 65;

    public static Publication Publication { get; } = new(
        "Sedlaczek, 2014", "Asynchronous WebAPI services, 2014", "a slow operation, blocking or not");

    public static PublishedResult Capped { get; } = new(AsyncRate / BlockingRate, $"{AsyncRate} req/s, against 4 to 5");

    public static PublishedResult ThreadMemory { get; } = new(null, "1 MB");

    /// <summary>The publication found no difference worth a ratio.</summary>
    public static PublishedResult Unlimited { get; } =
        new(null, $"{UnlimitedAsyncRate} req/s, against {UnlimitedBlockingRate}");

    public static PublishedResult LargeBurst { get; } = PublishedResult.FromRates(LargeAsyncRate, LargeBlockingRate);
}
