using System.Diagnostics;
using System.Diagnostics.Metrics;
using Microsoft.Extensions.Options;

namespace BackendApi.Faults;

/// <summary>
/// Injects the faults that are in force into requests. All random decisions come from one seeded sequence, so that the
/// same requests one after the other meet the same faults.
/// </summary>
internal sealed class FaultInjector
{
    private const int Seed = 2014;

    private readonly TimeProvider _time;
    private readonly Counter<long> _injected;
    private readonly Lock _lock = new();
    private FaultSet _active = new();
    private Random _random = new();

    public FaultInjector(IOptions<FaultOptions> options, IMeterFactory meters, TimeProvider time)
    {
        _time = time;
        var meter = meters.Create("BackendApi");
        _injected = meter.CreateCounter<long>(
            "fault.injections", "{request}", "Requests into which a fault was injected.");
        meter.CreateObservableGauge("fault.active", ReadActive, "{fault}",
            "1 for each kind of fault that is in force.");
        Active = options.Value.Active;
    }

    /// <summary>The faults that are in force. Setting them starts the random sequence anew.</summary>
    public FaultSet Active
    {
        get => Volatile.Read(ref _active);
        set
        {
            lock (_lock)
            {
                _random = new Random(Seed);
                Volatile.Write(ref _active, value);
            }
        }
    }

    /// <summary>Processes a request with the faults in force, or passes it on to <paramref name="next"/>.</summary>
    public async Task InvokeAsync(HttpContext context, RequestDelegate next)
    {
        var faults = Active;
        if (faults.LatencyMs > 0 && IsDrawn("latency", faults.LatencyShare))
            await Task.Delay(TimeSpan.FromMilliseconds(faults.LatencyMs), _time, context.RequestAborted);
        if (IsDrawn("cut", faults.CutBeforeShare))
            context.Abort();
        else if (IsDrawn("error", faults.ErrorShare))
            await TypedResults.Problem("A fault is injected.", statusCode: faults.ErrorStatus).ExecuteAsync(context);
        else
            await next(context);
    }

    private IEnumerable<Measurement<int>> ReadActive() =>
        Active.Names.Select(name => new Measurement<int>(1, new KeyValuePair<string, object?>("fault", name)));

    private bool IsDrawn(string fault, double share)
    {
        if (share is 0 || (share < 1 && Draw() >= share))
            return false;
        Count(fault);
        return true;
    }

    private double Draw()
    {
        lock (_lock)
            return _random.NextDouble();
    }

    // The span of the request has the fault too, if requests are traced.
    private void Count(string fault)
    {
        _injected.Add(1, new KeyValuePair<string, object?>("fault", fault));
        Activity.Current?.SetTag("fault", fault);
    }
}
