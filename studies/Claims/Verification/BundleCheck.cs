namespace Studies.Claims.Verification;

/// <summary>Reads a file of the repository as a commit has it; null if there is none.</summary>
internal delegate Task<string?> ReadCommitted(string commit, string path);

/// <summary>Checks what another machine has measured. Nothing is refused for its result.</summary>
internal static class BundleCheck
{
    private const string ServerCheck = "server";

    /// <summary>Finds what does not follow from the result files of a bundle, or from its commits.</summary>
    public static async Task<IReadOnlyList<string>> FindErrorsAsync(
        string path, ArchiveCheck check, ReadCommitted readAsync)
    {
        var folder = Directory.CreateTempSubdirectory("bundle-");
        try
        {
            RawPack.Unpack(path, folder.FullName);
            var bundle = MachineBundle.Read(folder.FullName);
            if (bundle is not { Version: MachineBundle.CurrentVersion, Records: [_, ..] and var records }
                || records.Contains(null))
            {
                return ["the bundle has no records, or is of another version"];
            }

            var errors = new List<string>();
            foreach (var record in bundle.Records)
                errors.AddRange(await FindErrorsAsync(record, folder.FullName, check, readAsync));
            errors.AddRange(ReadResults(folder.FullName).SelectMany(one => FindErrors(one.Name, one.Result, bundle)));
            return errors;
        }
        catch (Exception failure) when (failure is FormatException or InvalidDataException or JsonException
            or IOException or UserErrorException)
        {
            return [failure.Message];
        }
        finally
        {
            folder.Delete(recursive: true);
        }
    }

    private static async Task<IEnumerable<string>> FindErrorsAsync(
        ArchiveRecord record, string folder, ArchiveCheck check, ReadCommitted readAsync)
    {
        var claim = ClaimCatalog.Library.Claims.SingleOrDefault(claim => claim.Id == record.Claim);
        if (claim?.File.Criterion is null || !record.IsOfRule(claim))
            return [$"{record.Claim}: its rule is not that of this version"];
        var name = $"{claim.Id}.yaml";
        if (await readAsync(GetCommit(record), $"docs/claims/{name}") is not { } file)
            return [$"{record.Claim}: this repository has no commit {GetCommit(record)} with its file"];
        if (!record.IsOfRule(Claim.Parse(name, file)))
            return [$"{record.Claim}: the commit {GetCommit(record)} has another rule"];
        var result = await check.CheckFilesAsync(record, claim, folder);
        return result.HasFiles ? result.Errors : [$"{record.Claim}: a result file is missing"];
    }

    // The load tool compares its counts with those of the server, and says how many cores and which commit it had.
    private static IEnumerable<string> FindErrors(string name, Result result, MachineBundle bundle)
    {
        if (result.Validity.Checks.Any(check => check is { Id: ServerCheck, State: CheckState.Fail }))
            yield return $"{name}: the counts are not those of the server";
        if (result.Variants.Any(variant => variant is { Errors: 0, Latency.Count: { } count }
            && count != variant.Requests))
        {
            yield return $"{name}: the histogram has another number of requests";
        }

        if (result.ToolCommit is { } commit && bundle.Records.All(record => GetCommit(record) != commit))
            yield return $"{name}: measured by commit {commit}, which no record names";
        var cores = result.Provenance.Where(line => line is ["CPU", _]).Select(line => line[1].Split(' ')[0]);
        if (!cores.All(count => bundle.Records.Any(one => one.Machine.Fingerprint.Split(' ')[0] == count)))
            yield return $"{name}: measured with another number of cores than the records say";
    }

    private static IEnumerable<(string Name, Result Result)> ReadResults(string folder) =>
        from file in Directory.GetFiles(folder, "*.json", SearchOption.AllDirectories).Order(StringComparer.Ordinal)
        where JsonElement.Parse(File.ReadAllText(file)) is { ValueKind: JsonValueKind.Object } root
            && root.TryGetProperty("validity", out _)
        select (Path.GetFileName(file), OldResult.Read(file));

    private static string GetCommit(ArchiveRecord record) => record.Commit.Split('+')[^1];
}
