namespace Studies.Tests.Studies;

public sealed class PeerRowTests
{
    [Fact]
    public void Create_TwoStarts_RelatesEachProgramToTheOthersOfItsStart()
    {
        PeerStart[] starts = [CreateStart(speed: 1), CreateStart(speed: 2)];

        var go = PeerRow.Create("go", starts);

        go.CpuRatio!.Value.ShouldBe(0.5, 1e-9);
        go.CpuRatio.High!.Value.ShouldBe(0.5, 1e-9);
        go.CpuToRaw!.Value.ShouldBe(2, 1e-9);
        go.FrontToBack!.Value.ShouldBe(0.25, 1e-9);
        go.Verdict.ShouldBe("less");
        PeerRow.Create(PeerRow.Frontend, starts).CpuRatio.ShouldBeNull();
        PeerRow.Create(PeerRow.Backend, starts).ShouldSatisfyAllConditions(
            row => row.CpuMs.ShouldBeNull(), row => row.FrontToBack.ShouldBeNull(),
            row => row.RequestsPerS!.Value.ShouldBe(4000 / Math.Sqrt(2), 1e-6));
    }

    [Theory]
    [InlineData(1.06, 1.20, "more")]
    [InlineData(0.80, 0.94, "less")]
    [InlineData(0.96, 1.04, "same")]
    [InlineData(0.94, 1.04, "cannot tell")]
    [InlineData(1.04, 1.20, "cannot tell")]
    [InlineData(null, null, "cannot tell")]
    public void Judge_Interval_IsAVerdictOnlyOnOneSideOfAMargin(double? low, double? high, string verdict) =>
        PeerRow.Judge(new StudyRatio(1, low, high)).ShouldBe(verdict);

    private static PeerStart CreateStart(double speed) => new(
        new Dictionary<string, PeerMeasurement>
        {
            [PeerRow.Frontend] = new(0.4 * speed, 5, 40, 60, 500 / speed),
            ["go"] = new(0.2 * speed, 8, 9, 9, 1000 / speed),
            ["raw"] = new(0.1 * speed, 3, 10, 20, 2000 / speed),
            [PeerRow.Backend] = new(null, null, null, null, 4000 / speed),
        },
        Rate: 250, IsInvalid: false);
}
