using Studies.Claims;

namespace Studies.Tests.Claims;

public sealed class ExperimentCacheTests
{
    private static readonly DateTimeOffset Start = new(2026, 11, 21, 12, 0, 0, TimeSpan.Zero);
    private readonly StepTime _time = new();
    private readonly ExperimentCache _cache;

    // Each reading of the pressure is higher than the one before it.
    private double _pressure;

    public ExperimentCacheTests() => _cache = new ExperimentCache(_time, () => () => ++_pressure);

    [Fact]
    public async Task Observe_ExperimentOfAnEarlierClaim_HasItsConditions()
    {
        var (first, conditions) = await MeasureAsync("a");
        var (again, sharedConditions) = await MeasureAsync("a");

        again.ShouldBe(first);
        conditions.ShouldBe(new MeasurementConditions(Start.AddMinutes(1), 2));
        sharedConditions.ShouldBe(new MeasurementConditions(Start.AddMinutes(2), 1));
    }

    [Fact]
    public async Task Observe_NoSharedExperiment_HasConditionsOfTheClaim()
    {
        await MeasureAsync("a");

        var (_, conditions) = await _cache.ObserveAsync(() => Task.FromResult(1));

        conditions.ShouldBe(new MeasurementConditions(Start.AddMinutes(3), 3));
    }

    [Fact]
    public async Task Observe_OldAndNewExperiment_HasEarliestStartAndHighestPressure()
    {
        await MeasureAsync("a");

        var (_, conditions) = await _cache.ObserveAsync(async () =>
        {
            await _cache.GetOrMeasureAsync("a", () => Task.FromResult(0));
            return await _cache.GetOrMeasureAsync("b", () => Task.FromResult(0));
        });

        conditions.ShouldBe(new MeasurementConditions(Start.AddMinutes(2), 4));
    }

    private Task<(int Measurement, MeasurementConditions Conditions)> MeasureAsync(string name) =>
        _cache.ObserveAsync(() => _cache.GetOrMeasureAsync(name, () => Task.FromResult(_time.Readings)));

    /// <summary>A clock that goes on by a minute each time it is read.</summary>
    private sealed class StepTime : TimeProvider
    {
        public int Readings { get; private set; }

        public override DateTimeOffset GetUtcNow() => Start.AddMinutes(++Readings);
    }
}
