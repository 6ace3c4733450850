namespace Studies.Claims.Verification;

/// <summary>Computes published measurements again from their result files, by the methods that measured them.</summary>
internal sealed class ArchiveCheck(TestbedEnvironment environment, LoadToolRunner load)
{
    // Digits beyond these depend on the order of additions.
    private const double Tolerance = 1e-9;

    /// <summary>Computes a record again from its pack.</summary>
    /// <returns>What of the record does not follow from its result files.</returns>
    public async Task<IReadOnlyList<string>> CheckAsync(ArchiveRecord record, Claim claim, string archiveFolder)
    {
        if (record.Raw is not { } raw)
            return ["the record names no result files"];
        var folder = Directory.CreateTempSubdirectory("raw-");
        try
        {
            RawPack.Unpack(Path.Combine(archiveFolder, raw), folder.FullName);
            return await CheckFilesAsync(record, claim, folder.FullName);
        }
        catch (Exception failure) when (failure is FormatException or IOException)
        {
            return [failure.Message];
        }
        finally
        {
            folder.Delete(recursive: true);
        }
    }

    /// <summary>Computes a record again from result files.</summary>
    public async Task<IReadOnlyList<string>> CheckFilesAsync(ArchiveRecord record, Claim claim, string folder)
    {
        try
        {
            // A count is of all starts of the design.
            int? starts = record.Metrics.Values.All(metric => metric.IsExact)
                ? null : record.Metrics.Values.Max(metric => metric.Starts);
            var files = new RawExperiments(folder, record.IsOfRule(claim) ? claim.File.Run : null);
            var again = await ClaimRunner.MeasureAsync(new(environment, load, folder, starts, files), claim);
            return [.. files.Errors, .. Compare(record, again, claim)];
        }
        catch (StudyException) when (!record.IsOfRule(claim))
        {
            // The rule of today reads other files.
            return [];
        }
        catch (Exception failure) when (failure is StudyException or UserErrorException or IOException)
        {
            return [failure.Message];
        }
    }

    private static IEnumerable<string> Compare(ArchiveRecord record, Measurement again, Claim claim)
    {
        foreach (var name in record.Metrics.Keys.Union(again.Metrics.Keys))
        {
            if (!again.Metrics.TryGetValue(name, out var other) || !record.Metrics.TryGetValue(name, out var metric))
                yield return $"{name} is either not in the record or does not follow from its result files";
            else if (!AreEqual(metric, other))
            {
                yield return $"{name} is {LedgerNumbers.Format(metric)} in the record, but its result files give "
                    + LedgerNumbers.Format(other);
            }
        }

        // Of an older rule, only the measured values can be compared.
        if (!record.IsOfRule(claim))
            yield break;
        if (record.Figures != again.Figures)
            yield return $"the figures are '{record.Figures}' in the record, but its result files give '{again.Figures}'";
        if (!record.Metrics.Keys.Order().SequenceEqual(again.Metrics.Keys.Order()))
            yield break;
        var verdict = claim.File.Criterion.Decide(record.Metrics, claim.File.Design.Starts).Verdict.GetText();
        if (record.Verdict != verdict)
            yield return $"the verdict is '{record.Verdict}' in the record, but the criterion gives '{verdict}'";
    }

    private static bool AreEqual(Metric one, Metric other) => one.Starts == other.Starts && one.IsExact == other.IsExact
        && AreEqual(one.Value, other.Value) && AreEqual(one.Lo, other.Lo) && AreEqual(one.Hi, other.Hi)
        && one.Unit == other.Unit && one.StartValues?.Count == other.StartValues?.Count
        && (one.StartValues ?? []).Zip(other.StartValues ?? []).All(pair => AreEqual(pair.First, pair.Second));

    private static bool AreEqual(double? one, double? other) =>
        one == other || Math.Abs(one - other ?? double.NaN) <= Tolerance * Math.Abs(other ?? double.NaN);
}
