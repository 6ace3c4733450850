namespace Studies.Claims.Verification;

/// <summary>Computes published measurements again from their result files, by the methods that measured them.</summary>
internal sealed class ArchiveCheck(string archiveFolder, Func<ExperimentCache, int, MeasurementContext> createContext)
{
    // Digits beyond these depend on the order of additions.
    private const double Tolerance = 1e-9;

    /// <summary>Computes a record again. A record without result files is not an error, and is counted as such.</summary>
    public async Task<RecordCheck> CheckAsync(ArchiveRecord record, Claim claim)
    {
        if (record.Raw is not { } raw || !ClaimCatalog.Methods.TryGetValue(claim.Id, out var measureAsync))
            return new(record, HasFiles: false, []);
        var folder = Directory.CreateTempSubdirectory("raw-");
        try
        {
            RawPack.Unpack(Path.Combine(archiveFolder, raw), folder.FullName);
            var starts = record.Metrics.Values.Max(metric => metric.Starts);
            var again = await measureAsync(createContext(new RawExperiments(folder.FullName), starts), claim);
            return new(record, HasFiles: true, [.. Compare(record, again, claim)]);
        }
        catch (StudyException)
        {
            return new(record, HasFiles: false, []);
        }
        catch (Exception failure) when (failure is FormatException or UserErrorException or FileNotFoundException)
        {
            return new(record, HasFiles: true, [failure.Message]);
        }
        finally
        {
            folder.Delete(recursive: true);
        }
    }

    private static IEnumerable<string> Compare(ArchiveRecord record, Measurement again, Claim claim)
    {
        foreach (var (name, metric) in record.Metrics)
        {
            if (!again.Metrics.TryGetValue(name, out var other))
                yield return $"{name} does not follow from the result files";
            else if (!AreEqual(metric, other))
                yield return $"{name} is {LedgerNumbers.Format(metric)}, and by its result files {LedgerNumbers.Format(other)}";
        }

        if (record.Figures != again.Figures)
            yield return $"the figures are '{record.Figures}', and by its result files '{again.Figures}'";
        var verdict = claim.File.Criterion!.Decide(record.Metrics, claim.File.Design!.Starts).Verdict.GetText();
        if (record.Verdict != verdict)
            yield return $"the verdict is '{record.Verdict}', and by the criterion '{verdict}'";
    }

    private static bool AreEqual(Metric one, Metric other) => one.Starts == other.Starts && one.IsExact == other.IsExact
        && AreEqual(one.Value, other.Value) && AreEqual(one.Lo, other.Lo) && AreEqual(one.Hi, other.Hi)
        && (one.StartValues ?? []).Zip(other.StartValues ?? []).All(pair => AreEqual(pair.First, pair.Second));

    private static bool AreEqual(double? one, double? other) =>
        one == other || Math.Abs(one - other ?? double.NaN) <= Tolerance * Math.Abs(other ?? double.NaN);
}

/// <summary>What a check of a record found.</summary>
/// <param name="Record">The record.</param>
/// <param name="HasFiles">Whether the result files of the measurement are in the archive.</param>
/// <param name="Errors">What does not follow from these files.</param>
internal sealed record RecordCheck(ArchiveRecord Record, bool HasFiles, IReadOnlyList<string> Errors);
