namespace Load.Tests.Inference;

public sealed class EstimationTests
{
    [Theory]
    [InlineData(1, 1e-9, 636619772.0)]
    [InlineData(1_000_000, 0.05, 1.962339)] // that of 1,000
    public void GetCriticalValue_KnownErrorLevel_MatchesPublishedTables(
        double freedom, double level, double expected) =>
        CriticalValue.Get(freedom, level).ShouldBe(expected, expected * 1e-4);
}
