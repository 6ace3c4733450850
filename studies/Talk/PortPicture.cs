using System.Text.Json.Nodes;

namespace Studies.Talk;

/// <summary>
/// Uses up the ports of a network namespace with a new client for each call, and reads meanwhile which of them are
/// taken. Where that is not possible, the picture has the counts of the published result.
/// </summary>
internal sealed class PortPicture
{
    private const string Published = "20261120-1451-ports-per-request-0.json";
    private const string TimeWait = "06";

    private static readonly string AllFree = new(PortReading.Free, PortExhaustionStudy.Ports);

    private int? _process;
    private string _states = AllFree;

    // What is shown when nothing runs any more. The page reads the ports while the measurement ends, so a reading must
    // not replace it.
    private volatile PortReading? _end;

    /// <summary>Gets the counts of the published result, which does not say which ports were taken.</summary>
    public static PortReading ReadPublished()
    {
        var statuses = JsonNode.Parse(File.ReadAllText(ProgramLocator.GetPath("docs", "results", "ports", Published)))!
            ["variants"]![0]!["statuses"]!;
        var answered = (int)statuses["200"]!;
        return new PortReading(new string(PortReading.Kept, answered).PadRight(
            PortExhaustionStudy.Ports, PortReading.Free))
        {
            Answered = answered,
            Failed = (int)statuses["502"]!,
            IsPublished = true,
        };
    }

    /// <summary>Runs the measurement.</summary>
    public async Task RunAsync(string folder, CancellationToken stop)
    {
        (_states, _end) = (AllFree, null);
        var own = Path.Combine(folder, $"ports-{Guid.NewGuid():N}"[..14]);
        try
        {
            var measurement = PortExhaustionStudy.CreateMeasurement(
                own, PortExhaustionStudy.PerRequest, PortExhaustionStudy.NoReuse);
            await ProcessRunner.CaptureAsync(measurement, stop, process => _process = process.Id);
            _end = PortExhaustionStudy.ReadResult(own, PortExhaustionStudy.PerRequest, PortExhaustionStudy.NoReuse)
                is { } result
                ? new PortReading(_states).WithResult(result)
                : ReadPublished();
        }
        catch (StudyException)
        {
            _end = ReadPublished();
        }
        finally
        {
            _process = null;
        }
    }

    /// <summary>Shows the published result instead of a measurement.</summary>
    public void ShowPublished() => (_process, _end) = (null, ReadPublished());

    /// <summary>Reads the ports now, or as they were when the measurement ended.</summary>
    public PortReading Read()
    {
        if (OperatingSystem.IsLinux() && _end is null && _process is { } process)
        {
            try
            {
                // .NET calls IPv4 addresses from sockets for both versions of IP, which the second file lists.
                string[] files = [$"/proc/{process}/net/tcp", $"/proc/{process}/net/tcp6"];
                _states = ParseStates(files.SelectMany(File.ReadLines));
            }
            catch (Exception e) when (e is IOException or UnauthorizedAccessException)
            {
                // The measurement has just ended.
            }
        }

        return _end ?? new PortReading(_states);
    }

    /// <summary>Gets a letter for each port of the namespace, from the lines of /proc/net/tcp.</summary>
    public static string ParseStates(IEnumerable<string> lines)
    {
        var states = AllFree.ToCharArray();
        foreach (var line in lines)
        {
            if (line.Split(' ', StringSplitOptions.RemoveEmptyEntries) is not [_, var local, _, var state, ..]
                || !int.TryParse(local.Split(':')[^1], NumberStyles.HexNumber, null, out var port))
            {
                continue;
            }

            var place = port - PortExhaustionStudy.FirstPort;
            if (place >= 0 && place < states.Length && states[place] is not PortReading.Open)
                states[place] = state is TimeWait ? PortReading.Kept : PortReading.Open;
        }

        return new string(states);
    }
}

/// <summary>The ports of a network namespace at a moment.</summary>
internal sealed record PortReading(string States)
{
    public const char Free = '.';
    public const char Open = 'o';
    public const char Kept = 'k';

    /// <summary>The number of calls that were answered; null while the measurement runs.</summary>
    public long? Answered { get; init; }

    /// <summary>The number of calls that failed; null while the measurement runs.</summary>
    public long? Failed { get; init; }

    /// <summary>Whether the reading has the counts of a published result, and no ports.</summary>
    public bool IsPublished { get; init; }

    public PortReading WithResult(Result result)
    {
        var counts = result.SingleVariant.Outcomes.ToLookup(outcome => outcome.Key is "200", outcome => outcome.Value);
        return this with { Answered = counts[true].Sum(), Failed = counts[false].Sum() };
    }
}
