namespace Studies.LoadTool;

/// <summary>What came of requests that were sent at once.</summary>
/// <param name="Rate">Successes a second, of the whole burst.</param>
/// <param name="Errors">Requests without a success.</param>
internal sealed record Burst(double Rate, long Errors)
{
    /// <param name="path">Of the load tool's result.</param>
    public static Burst Of(string path)
    {
        var burst = Results.Variants(path).Single().GetProperty("bursts")[0];
        return new Burst(burst.GetProperty("rps").GetDouble(), burst.GetProperty("errors").GetInt64());
    }
}
