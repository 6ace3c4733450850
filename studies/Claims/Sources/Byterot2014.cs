namespace Studies.Claims.Sources;

/// <summary>The numbers that Byterot published in 2014 in an article about ReadAsAsync.</summary>
internal static class Byterot2014
{
    /// <summary>The published time of 10,000 deserializations with ReadAsAsync, in seconds.</summary>
    public const double ReadAsAsyncSeconds = 6.23;

    /// <summary>The published time of 10,000 deserializations of a string with JsonConvert, in seconds.</summary>
    public const double StringJsonConvertSeconds = 0.051;

    private static readonly PublishedLoadTest WebClientSync = new(394, 24, 55);
    private static readonly PublishedLoadTest WebClientAsync = new(485, 19, 36);
    private static readonly PublishedLoadTest ReadAsAsync = new(41, 170, 3181);
    private static readonly PublishedLoadTest StringJsonConvert = new(230, 20, 144);

    public static Publication Publication { get; } = new(
        "Byterot, 2014",
        "How poor performance of HttpContent.ReadAsAsync can affect your API/site, 2014-10-19",
        "what ReadAsAsync costs");

    public static PublishedResult WebClientSyncAgainstJsonConvert { get; } = Compare(WebClientSync, StringJsonConvert);

    public static PublishedResult WebClientAsyncAgainstSync { get; } = Compare(WebClientAsync, WebClientSync);

    public static PublishedResult ReadAsAsyncAgainstJsonConvert { get; } = Compare(ReadAsAsync, StringJsonConvert);

    public static PublishedResult JsonConvertBaseline { get; } = PublishedResult.Baseline(
        $"{StringJsonConvert.Rate} req/s · {StringJsonConvert.P50} · {StringJsonConvert.P99} ms");

    public static PublishedResult DeserializationTime { get; } = new(
        ReadAsAsyncSeconds / StringJsonConvertSeconds, $"{ReadAsAsyncSeconds} s, against {StringJsonConvertSeconds}");

    private static PublishedResult Compare(PublishedLoadTest run, PublishedLoadTest baseline) =>
        new(run.Rate / baseline.Rate, $"{run}, against {baseline}");

    /// <summary>
    /// A published load test: requests per second, and the median and 99th percentile of the response time in
    /// milliseconds.
    /// </summary>
    private sealed record PublishedLoadTest(double Rate, double P50, double P99)
    {
        public override string ToString() =>
            $"{PublishedResult.Format(Rate)} · {PublishedResult.Format(P50)} · {PublishedResult.Format(P99)} ms";
    }
}
