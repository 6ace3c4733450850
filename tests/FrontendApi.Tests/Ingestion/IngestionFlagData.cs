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
                ClientLifetime.ClientFlag.Values, BlockingMode.ModeFlag.Values, ResilienceMode.ResilienceFlag.Values);
            return new(cases.Select(row => row.Data));
        }
    }

    public static TheoryData<string> BlockingModes => [.. BlockingMode.ModeFlag.Values];
}
