namespace Studies.Claims;

/// <summary>Makes each experiment once for all claims, and knows when, and under which CPU pressure.</summary>
internal class ExperimentCache(TimeProvider time, Func<Func<double?>> startPressure)
{
    private readonly Dictionary<string, Task> _experiments = [];
    private readonly Dictionary<string, MeasurementConditions> _conditions = [];

    // What the claim that is being measured has taken over, and whether it has measured anything itself.
    private readonly List<MeasurementConditions> _takenOver = [];
    private bool _hasMeasured;

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

internal sealed record MeasurementConditions(DateTimeOffset Started, double? CpuPressure);
