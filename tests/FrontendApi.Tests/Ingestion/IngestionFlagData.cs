namespace FrontendApi.Tests.Ingestion;

/// <summary>The values of the query flags of the ingestion route, as data for parameterized tests.</summary>
public static class IngestionFlagData
{
    /// <summary>Every value of resilience with every lifetime, and every pair of two flags with each mode.</summary>
    public static TheoryData<string, string, string> Pairs
    {
        get
        {
            var data = new TheoryData<string, string, string>();
            foreach (var (row, resilience) in Flags.Resilience.Values.Index())
            {
                foreach (var (column, client) in Flags.Client.Values.Index())
                    data.Add(client, Flags.Mode.Values[(row + column) % 2], resilience);
            }

            return data;
        }
    }

    public static TheoryData<string> BlockingModes => [.. Flags.Mode.Values];
}
