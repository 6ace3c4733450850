namespace Studies.Tests.Studies;

public sealed class HeapCurveTests
{
    [Fact]
    public void Settings_OfSeveralStarts_HaveMediansAndRatioOverStarts()
    {
        var starts = Enumerable.Range(1, 3).Select(start => new HeapCurvePoint(
            start, "net", "default", "", 1000, null, 0.04 * start, null, 50 * start, 50 * start, 1, 2)
        {
            ThroughputRatio = new(Math.Pow(2, start), 1, 10),
        });

        var settings = HeapCurveSetting.Group(starts).Single();

        settings.Starts.ShouldBe(3);
        (settings.CpuMs, settings.MemoryMb, settings.P99).ShouldBe((0.08, 100, 2));
        settings.ThroughputRatio!.Value.ShouldBe(4, 1e-9);
        settings.ThroughputRatio.Low!.Value.ShouldBeLessThan(2);
        settings.CpuRatio.ShouldBeNull();
    }
}
