using FrontendApi.Backend;
using FrontendApi.Ingestion;

namespace FrontendApi.Tests.Ingestion;

/// <summary>The values of the query flags of the ingestion route, as data for parameterized tests.</summary>
public static class IngestionFlagData
{
    public static TheoryData<string, string, string> Combinations
    {
        get
        {
            var cases = new MatrixTheoryData<string, string, string>(
                ClientLifetime.Flag.Values, BlockingMode.Flag.Values, ResilienceMode.Flag.Values);
            return new(cases.Select(row => row.Data));
        }
    }

    public static TheoryData<string> Modes => [.. BlockingMode.Flag.Values];
}
