using System.Text.Json;
using System.Text.Json.Nodes;

namespace TwoTier.Show;

/// <summary>Reads the events of runs, one run after another, and publishes them to the pages.</summary>
internal sealed class RunFollower(EventFeed feed, bool isSteered, StageService? service)
{
    private static readonly TimeSpan ReadingInterval = TimeSpan.FromMilliseconds(100);

    // The load tool writes at least every 5 seconds.
    private static readonly TimeSpan LongestSilence = TimeSpan.FromSeconds(10);

    private double _elapsedSeconds;
    private JsonObject? _header;
    private bool _hasEnded = true;

    /// <summary>The path of the report of the run that has ended; null if there is none on this machine.</summary>
    public string? ReportPath { get; private set; }

    /// <summary>Follows the runs that replace one another in a file, until the token is cancelled.</summary>
    public async Task FollowAsync(EventFile file, TimeProvider time, CancellationToken stop)
    {
        var lastRead = time.GetTimestamp();
        while (!stop.IsCancellationRequested)
        {
            var lines = file.ReadNewLines();
            foreach (var line in lines)
                Receive(line);
            if (lines.Count > 0)
                lastRead = time.GetTimestamp();
            feed.IsLost = !_hasEnded && time.GetElapsedTime(lastRead) > LongestSilence;
            await Task.Delay(ReadingInterval, time, stop).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        }
    }

    /// <summary>Follows the runs whose events are the lines of a reader, until its end.</summary>
    public async Task FollowAsync(TextReader reader)
    {
        while (await reader.ReadLineAsync() is { } line)
            Receive(line);
        feed.IsLost = !_hasEnded;
    }

    /// <summary>Publishes a change of the service that the pages can kill.</summary>
    public void PublishService(string state)
    {
        if (_header is null)
            return;
        feed.Publish(
            RunEvent.ServiceType,
            new JsonObject { ["t"] = _elapsedSeconds, ["service"] = service!.Name, ["state"] = state }.ToJsonString());
        DescribeStage(_header);
        feed.ChangeHeader(_header.ToJsonString());
    }

    /// <summary>Publishes an event of the load tool, and adds what only this program knows.</summary>
    public void Receive(string line)
    {
        try
        {
            if (JsonNode.Parse(line) is JsonObject published && published["data"] is JsonObject data)
                Receive($"{published["type"]}", data);
        }
        catch (Exception e) when (e is JsonException or InvalidOperationException or ArgumentException)
        {
            // The line is no event.
        }
    }

    private void Receive(string type, JsonObject data)
    {
        if (data["t"] is JsonValue elapsed)
            _elapsedSeconds = elapsed.GetValue<double>();
        if (type is RunEvent.HeaderType)
            BeginRun(data);
        else if (_header is null || type is RunEvent.KeepAliveType)
            return;
        else if (type is RunEvent.EndType)
            EndRun(data);
        else
            feed.Publish(type, data.ToJsonString());
    }

    private void BeginRun(JsonObject header)
    {
        (_elapsedSeconds, _hasEnded, ReportPath) = (0, false, null);
        header["control"] = isSteered;
        DescribeStage(header);
        feed.BeginRun(header.ToJsonString());
        _header = header;
    }

    // The load tool says only whether the run belongs to a stage.
    private void DescribeStage(JsonObject header)
    {
        if (service is not null)
            header["stage"] = new JsonObject { ["service"] = service.Name, ["service_state"] = service.State };
    }

    private void EndRun(JsonObject end)
    {
        _hasEnded = true;
        var report = Path.ChangeExtension(end["data"]?.GetValue<string>(), ".html");
        ReportPath = File.Exists(report) ? Path.GetFullPath(report) : null;
        if (ReportPath is null)
            end["report"] = null;
        feed.Publish(RunEvent.EndType, end.ToJsonString());
    }
}
