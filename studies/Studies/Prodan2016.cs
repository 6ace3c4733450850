namespace Studies.Studies;

/// <summary>The numbers that Prodan published in 2016: rates in requests per second, memory in megabytes.</summary>
internal static class Prodan2016
{
    public const string Name = "Prodan, 2016";
    public const string Title = "ASP.NET Core vs Go data ingestion benchmark, 2016-10-17";
    public const double ClientPerRequestRate = 319;
    public const double SharedClientRate = 936;
    public const double BackendRate = 4000;
    public const double GoRate = 3213;
    public const double FrontendMemory = 224;
    public const double FrontendMemoryAfterRun = 105;
    public const double BackendMemory = 134;
    public const double BackendMemoryAfterRun = 55;
    public const double GoFrontendMemory = 9.1;
    public const double GoBackendMemory = 6.7;
}
