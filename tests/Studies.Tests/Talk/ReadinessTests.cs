namespace Studies.Tests.Talk;

public sealed class ReadinessTests : FolderTests
{
    [Fact]
    public void Machine_WithPressureAndADischargedBattery_HasBoth()
    {
        Write("proc/pressure/cpu", "some avg10=1.53 avg60=0.87 avg300=0.40 total=1234\nfull avg10=0.00 total=0\n");
        WriteSupply("AC", ("type", "Mains"), ("online", "0"));
        WriteSupply("BAT0", ("type", "Battery"), ("status", "Discharging"), ("capacity", "62"));

        MachineReadiness.Read(Folder).ShouldBe(new MachineReadiness(1.53, 62));
    }

    [Fact]
    public void Machine_WithoutTheFilesOfLinux_HasNothing() =>
        MachineReadiness.Read(Folder).ShouldBe(new MachineReadiness(null, null));

    [Theory]
    [InlineData("Battery", "Charging", "System")]
    [InlineData("Battery", "Full", "System")]
    [InlineData("Battery", "Discharging", "Device")]
    [InlineData("Mains", "Discharging", "System")]
    public void Supply_ThatIsNotADischargedBatteryOfTheComputer_IsNone(string type, string status, string scope)
    {
        Write("proc/pressure/cpu", "nothing that is known");
        WriteSupply("supply", ("type", type), ("status", status), ("scope", scope), ("capacity", "62"));

        MachineReadiness.Read(Folder).ShouldBe(new MachineReadiness(null, null));
    }

    [Theory]
    [InlineData(true, true)]
    [InlineData(false, false)]
    public void Act_WithARecording_HasItsFindingDayAndSeconds(bool prefersRecordings, bool isRecorded)
    {
        var act = ActTests.ExampleAct;
        File.WriteAllText(
            TalkFiles.GetRecordingPath(Folder, act.Name),
            """
            {"t":0,"plan":{}}
            {"t":12.5,"load":{}}
            {"t":12.5,"end":{}}

            """);
        var outcome = ActTests.CreateOutcome(new ActFigure(3, 3, 3)) with
        {
            RunS = ActRecording.ReadSeconds(TalkFiles.GetRecordingPath(Folder, act.Name)),
        };
        outcome.Write(TalkFiles.GetOutcomePath(Folder, act.Name));

        ActReadiness.Read(act, ["none", Folder], prefersRecordings)
            .ShouldBe(new ActReadiness(isRecorded, "There are 3, not {others}.", "2026-11-21", 12.5));
        ActReadiness.Read(act, ["none"], prefersRecordings)
            .ShouldBe(new ActReadiness(isRecorded, null, null, null));
    }

    [Fact]
    public void Seconds_OfARecordedStageWithAProof_AreThoseOfBothClocks()
    {
        Write("stage", """
            {"t":0,"plan":{}}
            {"t":9,"load":{}}
            {"t":0,"plan":{}}
            {"t":0.5,"load":{}}
            {"t":4,"load":{}}
            {"t":15.5,"plan":{}}
            {"t":16,"load":{}}
            """);

        ActRecording.ReadSeconds(Path.Combine(Folder, "stage")).ShouldBe(13.5);
    }

    [Theory]
    [InlineData("""{"t":1,"end":{"headline":[]}}""", 2)]
    [InlineData("""{"t":1,"end":{"headline":null}}""", 4)]
    public void RecordingOfAStage_Copied_EndsWithItsFindingIfItHasOne(string end, int lines)
    {
        var (from, to) = (Path.Combine(Folder, "from"), Path.Combine(Folder, "to"));
        File.WriteAllLines(
            from,
            [
                """{"t":0,"plan":{}}""", end, """{"t":0,"plan":{}}""",
                """{"t":1,"end":{"headline":null}}""",
            ]);

        ActRecording.Copy(from, to);

        File.ReadAllLines(to).ShouldBe(File.ReadAllLines(from)[..lines]);
    }

    private void WriteSupply(string name, params (string File, string Text)[] files)
    {
        foreach (var (file, text) in files)
            Write($"sys/class/power_supply/{name}/{file}", text + "\n");
    }
}
