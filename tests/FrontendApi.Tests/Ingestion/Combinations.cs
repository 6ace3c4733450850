using FrontendApi.Flags;

namespace FrontendApi.Tests.Ingestion;

/// <summary>Every combination of the ingestion's flags, as theory data.</summary>
public static class Combinations
{
    public static TheoryData<string, string, string> All
    {
        get
        {
            var cases = new MatrixTheoryData<string, string, string>(Flag.Client.Values, Flag.Mode.Values, Flag.Resilience.Values);
            return new(cases.Select(each => each.Data));
        }
    }

    public static TheoryData<string> Modes => [.. Flag.Mode.Values];
}
