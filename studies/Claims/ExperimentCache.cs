namespace Studies.Claims;

/// <summary>
/// Makes each experiment once, for all claims that need it, and knows when that was and under which CPU pressure.
/// </summary>
/// <param name="time">The clock.</param>
/// <param name="startPressure">
/// A function that starts to observe the CPU pressure. What it returns reads the share of time since then in which some
/// process waited for a core, in percent; null if it is not known.
/// </param>
internal class ExperimentCache(TimeProvider time, Func<Func<double?>> startPressure)
{
    private readonly Dictionary<string, Task> _experiments = [];
    private readonly Dictionary<string, MeasurementConditions> _conditions = [];

    // What the claim that is being measured has taken over, and whether it has measured anything itself.
    private readonly List<MeasurementConditions> _takenOver = [];
    private bool _hasMeasured;

    /// <summary>Makes an experiment, unless one of the same name was made before.</summary>
    /// <returns>The result of the experiment.</returns>
    public virtual Task<T> GetOrMeasureAsync<T>(string name, Func<Task<T>> measureAsync)
    {
        if (_experiments.TryGetValue(name, out var experiment))
        {
            if (_conditions.TryGetValue(name, out var conditions))
                _takenOver.Add(conditions);
            return (Task<T>)experiment;
        }

        var first = MeasureAsync();
        _experiments[name] = first;
        return first;

        async Task<T> MeasureAsync()
        {
            _hasMeasured = true;
            var (started, readPressure) = (time.GetUtcNow(), startPressure());
            var result = await measureAsync();
            _conditions[name] = new MeasurementConditions(started, readPressure());
            return result;
        }
    }

    /// <summary>Measures a claim.</summary>
    /// <returns>
    /// The measurement, with the earliest start and the highest pressure of all experiments that it rests on.
    /// </returns>
    public async Task<(T Measurement, MeasurementConditions Conditions)> ObserveAsync<T>(Func<Task<T>> measureAsync)
    {
        _takenOver.Clear();
        _hasMeasured = false;
        var (started, readPressure) = (time.GetUtcNow(), startPressure());
        var measurement = await measureAsync();
        if (_hasMeasured || _takenOver is [])
            _takenOver.Add(new MeasurementConditions(started, readPressure()));
        return (measurement, new MeasurementConditions(
            _takenOver.Min(conditions => conditions.Started), _takenOver.Max(conditions => conditions.CpuPressure)));
    }
}

/// <summary>The conditions of a measurement.</summary>
/// <param name="Started">The time at which the measurement started (UTC).</param>
/// <param name="CpuPressure">
/// The share of the time in which some process waited for a core, in percent; null if it is not known.
/// </param>
internal sealed record MeasurementConditions(DateTimeOffset Started, double? CpuPressure);
