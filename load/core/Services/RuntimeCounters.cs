using System.Diagnostics.Tracing;
using System.Runtime.CompilerServices;
using Microsoft.Diagnostics.NETCore.Client;
using Microsoft.Diagnostics.Tracing;

namespace TwoTier.Load.Services;

/// <summary>
/// The counters of the runtime of another .NET process, read through its diagnostics socket, as dotnet-counters does:
/// nothing is added to the process. It publishes the increases four times a second.
/// </summary>
internal sealed class RuntimeCounters : IAsyncDisposable
{
    private const string Allocation = "alloc-rate";
    private static readonly TimeSpan Interval = TimeSpan.FromSeconds(0.25);
    private static readonly TimeSpan PollInterval = TimeSpan.FromMilliseconds(20);
    private static readonly TimeSpan LongestWait = TimeSpan.FromSeconds(5);
    private static readonly TimeSpan LongestStop = TimeSpan.FromSeconds(1);
    private readonly EventPipeSession _session;
    private readonly EventPipeEventSource _source;
    private readonly Thread _reader;
    private readonly Dictionary<string, double> _sums = [];
    private readonly Dictionary<string, double> _highest = [];
    private DateTimeOffset _lastPublished;

    private RuntimeCounters(EventPipeSession session)
    {
        _session = session;
        _source = new EventPipeEventSource(session.EventStream);
        _source.Dynamic.All += Read;
        _reader = new Thread(ReadAll) { IsBackground = true, Name = "Runtime counters" };
        _reader.Start();
    }

    private DateTimeOffset LastPublished
    {
        get
        {
            lock (_sums)
                return _lastPublished;
        }
    }

    /// <summary>Starts to read the counters of a process; null if it is no .NET process of this user.</summary>
    public static async Task<RuntimeCounters?> AttachAsync(int processId)
    {
        await LeaveSocketThreadAsync();
        return Attach(processId);
    }

    private static RuntimeCounters? Attach(int processId)
    {
        try
        {
            var arguments = new Dictionary<string, string>
            {
                ["EventCounterIntervalSec"] = FormattableString.Invariant($"{Interval.TotalSeconds}"),
            };
            var provider = new EventPipeProvider("System.Runtime", EventLevel.Informational, 0, arguments);
            return new RuntimeCounters(
                new DiagnosticsClient(processId).StartEventPipeSession(provider, requestRundown: false, 1));
        }
        catch (Exception e) when (e is DiagnosticsClientException or IOException or TimeoutException
            or UnauthorizedAccessException)
        {
            return null;
        }
    }

    /// <summary>Reads the counters when the increases up to now have arrived.</summary>
    /// <returns>The counters; null if they do not arrive.</returns>
    public async Task<ProcessMetrics?> ReadAsync(TimeProvider time, CancellationToken stop)
    {
        var asked = time.GetUtcNow();
        for (var waited = TimeSpan.Zero; LastPublished < asked; waited += PollInterval)
        {
            if (waited > LongestWait || !_reader.IsAlive)
                return null;
            await Task.Delay(PollInterval, time, stop);
        }

        lock (_sums)
        {
            return new ProcessMetrics
            {
                JitMethods = _highest.GetValueOrDefault("methods-jitted-count"),
                AllocatedBytes = _sums.GetValueOrDefault(Allocation),
                GcPauseSeconds = _sums.GetValueOrDefault("total-pause-time-by-gc") / 1000,
                ThreadPoolThreads = _highest.GetValueOrDefault("threadpool-thread-count"),
                ThreadPoolQueueLength = _highest.GetValueOrDefault("threadpool-queue-length"),
            };
        }
    }

    public async ValueTask DisposeAsync()
    {
        await LeaveSocketThreadAsync();
        // A process that has ended cannot stop, and one that is frozen does not answer.
        await Task.Run(_session.Stop).WaitAsync(LongestStop).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        _session.Dispose();
        _reader.Join(LongestStop);
        _source.Dispose();
    }

    // The library waits for its socket, and would wait for ever on a thread that serves sockets.
    private static ConfiguredTaskAwaitable LeaveSocketThreadAsync() =>
        Task.CompletedTask.ConfigureAwait(ConfigureAwaitOptions.ForceYielding);

    private void ReadAll()
    {
        try
        {
            _source.Process();
        }
        catch (Exception)
        {
            // The stream ends anywhere when the process does, and the library throws what it happens to find there.
        }
    }

    private void Read(TraceEvent published)
    {
        if (published.EventName != "EventCounters"
            || published.PayloadValue(0) is not IDictionary<string, object> payload
            || payload["Payload"] is not IDictionary<string, object> one)
        {
            return;
        }

        var name = (string)one["Name"];
        lock (_sums)
        {
            if (name == Allocation)
                _lastPublished = published.TimeStamp.ToUniversalTime();
            if (one.TryGetValue("Increment", out var increment))
                _sums[name] = _sums.GetValueOrDefault(name) + Convert.ToDouble(increment);
            else if (one.TryGetValue("Max", out var highest))
                _highest[name] = Math.Max(_highest.GetValueOrDefault(name), Convert.ToDouble(highest));
        }
    }
}
