namespace Studies.LoadTool;

/// <summary>The requests of a run, read from the tab-separated file that the load tool's option --log writes.</summary>
/// <param name="Acknowledged">The ids of the payloads to which the response had status 200.</param>
/// <param name="Failed">The number of requests that got another response, or none.</param>
internal sealed record RequestLog(IReadOnlyList<string> Acknowledged, int Failed)
{
    /// <param name="path">
    /// The path of a log file. Its column "status" contains the response status, and its column "job" the id of the
    /// payload.
    /// </param>
    public static RequestLog Read(string path)
    {
        var rows = File.ReadLines(path).Select(line => line.Split('\t')).ToArray();
        var (status, job) = (Array.IndexOf(rows[0], "status"), Array.IndexOf(rows[0], "job"));
        string[] acknowledged = [.. rows.Skip(1).Where(row => row[status] is "200").Select(row => row[job])];
        return new RequestLog(acknowledged, rows.Length - 1 - acknowledged.Length);
    }
}
