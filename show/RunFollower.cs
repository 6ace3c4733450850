using System.Net.ServerSentEvents;
using System.Text.Json;
using System.Text.Json.Nodes;

namespace TwoTier.Show;

/// <summary>
/// Reads the events of the runs at an address, one run after another, and publishes them to the pages. The load tool
/// may start and exit at any time.
/// </summary>
internal sealed class RunFollower(Uri source, EventFeed feed, bool hasToken, StageService? service)
{
    private static readonly TimeSpan RetryInterval = TimeSpan.FromMilliseconds(100);

    private double _elapsedSeconds;
    private JsonObject? _header;
    private bool _hasEnded = true;
    private bool _isRepeated;
    private long _run;

    /// <summary>The path of the report of the run that has ended; null if there is none on this machine.</summary>
    public string? ReportPath { get; private set; }

    /// <summary>Follows the runs until the token is cancelled.</summary>
    public async Task FollowAsync(CancellationToken stop)
    {
        using var http = LoadControl.CreateClient(source);
        while (!stop.IsCancellationRequested)
        {
            try
            {
                await ReadEventsAsync(http, stop);
            }
            catch (Exception e) when (
                e is HttpRequestException or IOException or OperationCanceledException or JsonException)
            {
                // There is no run at the address, or it has ended, or another program answers.
            }

            feed.IsLost = !_hasEnded;
            await Task.Delay(RetryInterval, stop).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        }
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
    public void Receive(string type, string json)
    {
        if (type is RunEvent.KeepAliveType || JsonNode.Parse(json) is not JsonObject data)
            return;
        if (type is RunEvent.HeaderType)
            BeginRun(data);
        if (_isRepeated || type is RunEvent.HeaderType)
            return;
        if (data["t"] is JsonValue elapsed)
            _elapsedSeconds = elapsed.GetValue<double>();
        if (type is RunEvent.EndType)
            EndRun(data);
        else
            feed.Publish(type, json);
    }

    private async Task ReadEventsAsync(HttpClient http, CancellationToken stop)
    {
        await using var body = await http.GetStreamAsync(new Uri("events", UriKind.Relative), stop);
        await foreach (var item in SseParser.Create(body).EnumerateAsync(stop))
        {
            feed.IsLost = false;
            Receive(item.EventType, item.Data);
        }
    }

    private void BeginRun(JsonObject header)
    {
        // The load tool can still answer for a moment after the end of its run.
        var run = header["run"]?.GetValue<long>() ?? 0;
        _isRepeated = _hasEnded && run == _run;
        if (_isRepeated)
            return;
        (_run, _elapsedSeconds, _hasEnded, ReportPath) = (run, 0, false, null);
        header["control"] = hasToken && header["control"] is JsonValue control && control.GetValue<bool>();
        DescribeStage(header);
        feed.BeginRun(header.ToJsonString());
        _header = header;
    }

    // The load tool says only whether the run belongs to a stage.
    private void DescribeStage(JsonObject header)
    {
        if (header["stage"]?.GetValueKind() is JsonValueKind.True or JsonValueKind.Object)
            header["stage"] = new JsonObject { ["service"] = service?.Name, ["service_state"] = service?.State };
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
