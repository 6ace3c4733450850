using System.Text.Json;
using Studies.Hosting;

namespace EndToEnd.Tests;

/// <summary>What `make ingestion` runs, with slices too short to mean anything.</summary>
public sealed class IngestionStudyTests : IDisposable
{
    private readonly DirectoryInfo _results = Directory.CreateTempSubdirectory();

    [Fact]
    public async Task Ingestion_ToItsEnd_ComparesAllPairsBesideTheSourceAndLeavesNoProcess()
    {
        using var study = new TestbedRun("ingestion", "--rounds", "3", "--slice", "200ms", "--warmup", "100ms", "--slice-warmup", "50ms",
            "--settle", "10ms", "-c", "2", "--out", _results.FullName);

        // A machine that is busy with other tests may well make the run invalid, and slices so short prove nothing: it says so.
        var exit = await study.EndAsync();
        exit.ShouldBeOneOf([0, 2, 3], study.Output);
        if (exit is not 3)
            study.Output.Contains("  ✗ ", StringComparison.Ordinal).ShouldBe(exit is 2, study.Output);

        string[] claims = IngestGo.CanBuild ? ["B1", "B2", "B5", "B4"] : ["B1", "B2"];
        foreach (var claim in claims)
            study.Output.ShouldMatch($@"\n  {claim} +\.?\w.* \d", study.Output);
        Reconciled().ShouldBe(Enumerable.Repeat("pass", IngestGo.CanBuild ? 2 : 1), study.Output);
        study.Output.ShouldContain("at least 2.90 wanted");
        study.Services.Length.ShouldBe(IngestGo.CanBuild ? 8 : 6, study.Output);
        study.Services.ShouldAllBe(address => Port.IsRefused(address));
    }

    private IEnumerable<string?> Reconciled() => _results.GetFiles("*.json")
        .Select(file => JsonDocument.Parse(File.ReadAllText(file.FullName)).RootElement.GetProperty("validity").GetProperty("checks"))
        .Select(checks => checks.EnumerateArray().Single(check => check.GetProperty("id").GetString() is "reconciled"))
        .Select(check => check.GetProperty("state").GetString());

    public void Dispose() => _results.Delete(recursive: true);
}
