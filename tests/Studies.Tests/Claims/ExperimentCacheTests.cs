namespace Studies.Tests.Claims;

public sealed class ExperimentCacheTests
{
    private static readonly DateTimeOffset Start = new(2026, 11, 21, 12, 0, 0, TimeSpan.Zero);

    [Fact]
    public async Task Observe_OldAndNewExperiment_HasEarliestStartAndHighestPressure()
    {
        // Each reading of the pressure is higher than the one before it.
        var pressure = 0.0;
        var cache = new ExperimentCache(new StepTime(), () => () => ++pressure);
        Task<int> MeasureAsync(string name) => cache.GetOrMeasureAsync(name, () => Task.FromResult((int)pressure));

        var (first, conditions) = await cache.ObserveAsync(() => MeasureAsync("a"));
        var (again, sharedConditions) = await cache.ObserveAsync(() => MeasureAsync("a"));
        var (_, mixedConditions) = await cache.ObserveAsync(
            async () => await MeasureAsync("a") + await MeasureAsync("b"));
        var (_, ownConditions) = await cache.ObserveAsync(() => Task.FromResult(1));

        again.ShouldBe(first);
        conditions.ShouldBe(new MeasurementConditions(Start.AddMinutes(1), 2));
        sharedConditions.ShouldBe(new MeasurementConditions(Start.AddMinutes(2), 1));
        mixedConditions.ShouldBe(new MeasurementConditions(Start.AddMinutes(2), 4));
        ownConditions.ShouldBe(new MeasurementConditions(Start.AddMinutes(6), 5));
    }

    /// <summary>A clock that goes on by a minute each time it is read.</summary>
    private sealed class StepTime : TimeProvider
    {
        private int _readings;

        public override DateTimeOffset GetUtcNow() => Start.AddMinutes(++_readings);
    }
}
