namespace Studies.LoadTool;

/// <summary>The requests of a run, from the tab-separated file that the option --log writes.</summary>
/// <param name="Acknowledged">The ids of the payloads that were answered with 200.</param>
/// <param name="Failed">The number of the other requests.</param>
internal sealed record RequestLog(IReadOnlyList<string> Acknowledged, int Failed)
{
    /// <param name="path">A file with the columns status and job, the id of a payload.</param>
    public static RequestLog Read(string path)
    {
        var rows = File.ReadLines(path).Select(line => line.Split('\t')).ToArray();
        var (status, job) = (Array.IndexOf(rows[0], "status"), Array.IndexOf(rows[0], "job"));
        string[] acknowledged = [.. rows.Skip(1).Where(row => row[status] is "200").Select(row => row[job])];
        return new RequestLog(acknowledged, rows.Length - 1 - acknowledged.Length);
    }
}
