namespace Studies.Claims.Sources;

/// <summary>
/// The numbers that Prodan published in 2016 in an article about data ingestion. Rates are in requests per second,
/// memory is in megabytes.
/// </summary>
internal static class Prodan2016
{
    public const double ClientPerRequestRate = 319;
    public const double SharedClientRate = 936;
    public const double ThreeFrontendsRate = 1615;
    public const double BackendRate = 4000;
    public const double GoRate = 3213;
    public const double ThreeGoFrontendsRate = 9017;

    public const double FrontendMemory = 224;
    public const double FrontendMemoryAfterRun = 105;
    public const double BackendMemory = 134;
    public const double BackendMemoryAfterRun = 55;
    public const double GoFrontendMemory = 9.1;
    public const double GoBackendMemory = 6.7;
    private const double ServerGcMemoryMb = 2000;

    private const double SharedClientRateWith300Connections = 1324;
    private const double GoRateWith300Connections = 6051;
    private const double LowestRate = 200;
    private const double ClientPerRequestMeanMs = 157;

    public static Publication Publication { get; } = new(
        "Prodan, 2016", "ASP.NET Core vs Go data ingestion benchmark, 2016-10-17", "ASP.NET Core compared with Go");

    public static PublishedResult ClientPerRequest { get; } =
        PublishedResult.Baseline($"{ClientPerRequestRate} req/s · mean {ClientPerRequestMeanMs} ms");

    public static PublishedResult SharedClient { get; } =
        PublishedResult.FromRates(SharedClientRate, ClientPerRequestRate);

    public static PublishedResult ThreeFrontendsThroughput { get; } =
        PublishedResult.FromRates(ThreeFrontendsRate, SharedClientRate);

    public static PublishedResult BackendOnly { get; } = PublishedResult.FromRates(BackendRate, SharedClientRate);

    public static PublishedResult GoServices { get; } = PublishedResult.FromRates(GoRate, SharedClientRate);

    public static PublishedResult ThreeGoFrontendsThroughput { get; } = PublishedResult.FromRates(
        ThreeGoFrontendsRate, GoRate);

    public static PublishedResult GoWith300Connections { get; } =
        PublishedResult.FromRates(GoRateWith300Connections, SharedClientRateWith300Connections);

    public static PublishedResult FrontendMemoryRatio { get; } = new(
        FrontendMemory / GoFrontendMemory, $"{FrontendMemory} MB, against {GoFrontendMemory}");

    public static PublishedResult ServerGcMemory { get; } = new(
        ServerGcMemoryMb / FrontendMemory, $"{ServerGcMemoryMb / 1000} GB, against {FrontendMemory} MB");

    public static PublishedResult ThroughputFluctuation { get; } = new(
        LowestRate / SharedClientRate, $"{LowestRate} of {SharedClientRate} req/s, against a steady rate with Go");
}
