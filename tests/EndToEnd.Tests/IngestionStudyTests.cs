using Studies.Hosting;
using Studies.Studies;

namespace EndToEnd.Tests;

/// <summary>Runs the ingestion study with measurements that are too short for meaningful results.</summary>
[TimeLimit(240)]
public sealed class IngestionStudyTests
{
    [Fact]
    public async Task IngestionStudy_RunToEnd_ComparesAllVariantsAndLeavesNoProcess()
    {
        using var study = new StudyRun(
            "ingestion", "--rounds", "3", "--slice", "200ms", "--warmup", "100ms", "--slice-warmup", "50ms",
            "--settle", "10ms", "-c", "2");

        var code = await study.WaitForExitAsync();

        var results = study.ReadResults();
        results.Count.ShouldBe(GoPeer.IsGoInstalled ? 2 : 1, study.Output);
        var variants = results.SelectMany(result => result.Variants).ToArray();
        string[] goVariants =
            GoPeer.IsGoInstalled
                ? [IngestionTable.GoVariant, IngestionTable.BackendVariant, IngestionTable.GoBackendVariant] : [];
        variants.Select(variant => variant.Name).ShouldBe(
            [
                IngestionTable.PerRequestSyncVariant, IngestionTable.PerRequestAsyncVariant,
                IngestionTable.SharedSyncVariant,
                IngestionTable.SharedAsyncVariant,
                IngestionTable.SmallHeapVariant, .. goVariants,
            ],
            ignoreOrder: true);
        variants.ShouldAllBe(variant => variant.Requests > 0 && variant.Errors == 0 && variant.Target.WorkingSetMb > 0);
        results.ShouldAllBe(result => result.Validity.IsReconciled);

        // The measurements are too short to prove anything, so the exit code must only match the results.
        var runs = results.Max(result => result.Validity.State is "invalid" ? ExitCode.Invalid : ExitCode.Success);
        var isAsExpected = new IngestionTable(variants).Check();
        code.ShouldBe(isAsExpected ? runs : Math.Max(runs, ExitCode.ExpectationNotMet), study.Output);
        var services = study.ReadServices();
        services.Count.ShouldBe(GoPeer.IsGoInstalled ? 8 : 6, study.Output);
        services.ShouldAllBe(service => PortProbe.RefusesConnections(service.Address));
    }
}
