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
    private JsonObject? _plan;
    private bool _hasBegun;
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

    /// <summary>
    /// Publishes what the pages can do: steer the run, and kill a service. It is a line like those of the load tool.
    /// </summary>
    public void PublishControls()
    {
        if (!_hasBegun || (!isSteered && service is null))
            return;
        var controls = new JsonObject
        {
            ["controls"] = isSteered,
            ["service"] = service?.Name,
            ["state"] = service?.State,
        };
        feed.Publish("show", new JsonObject { ["t"] = _elapsedSeconds, ["show"] = controls }.ToJsonString());
    }

    /// <summary>Publishes a line of the load tool.</summary>
    public void Receive(string line)
    {
        try
        {
            if (JsonNode.Parse(line) is JsonObject published && published["t"] is JsonValue elapsed
                && elapsed.TryGetValue<double>(out var seconds) && double.IsFinite(seconds))
            {
                Receive(published, seconds, line);
            }
        }
        catch (Exception e) when (e is JsonException or InvalidOperationException or ArgumentException)
        {
            // The line is no event.
        }
    }

    private void Receive(JsonObject published, double elapsedSeconds, string line)
    {
        _elapsedSeconds = elapsedSeconds;
        switch (published.Select(member => member.Key).FirstOrDefault(name => name is not "t"))
        {
            case "plan":
                (_hasBegun, _hasEnded, ReportPath, _plan) = (true, false, null, published["plan"] as JsonObject);
                feed.BeginRun(line);
                PublishControls();
                break;
            case "end" when _hasBegun && published["end"] is JsonObject end:
                EndRun(published, end);
                break;
            case { } kind and not "end" when _hasBegun && EventFeed.Kinds.Contains(kind):
                feed.Publish(kind, line);
                break;
        }
    }

    // Pages link the report only if it is on this machine.
    private void EndRun(JsonObject published, JsonObject end)
    {
        _hasEnded = true;
        ReportPath = end["path"] is JsonValue path ? FindReport(path.ToString()) : null;
        if (ReportPath is null)
            end["path"] = null;
        feed.Publish("end", published.ToJsonString());
    }

    private string? FindReport(string path)
    {
        try
        {
            return ReportFile.Find(path, _plan);
        }
        catch (Exception e) when (e is JsonException or IOException or UnauthorizedAccessException or ArgumentException)
        {
            return null;
        }
    }
}
