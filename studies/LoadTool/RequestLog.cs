namespace Studies.LoadTool;

/// <summary>The requests of a run, read from the tab-separated file that the load tool's option --log writes.</summary>
internal sealed record RequestLog(IReadOnlyList<string> Acknowledged, int Failed)
{
    public static RequestLog Read(string path)
    {
        var rows = File.ReadLines(path).Select(line => line.Split('\t')).ToArray();
        var (status, job) = (Array.IndexOf(rows[0], "status"), Array.IndexOf(rows[0], "job"));
        string[] acknowledged = [.. rows.Skip(1).Where(row => row[status] is "200").Select(row => row[job])];
        return new RequestLog(acknowledged, rows.Length - 1 - acknowledged.Length);
    }
}
