namespace Studies.Claims.Verification;

/// <summary>Checks what another machine has measured.</summary>
internal static class BundleCheck
{
    /// <summary>Finds what does not follow from the result files of a bundle.</summary>
    public static async Task<IReadOnlyList<string>> FindErrorsAsync(string path, ArchiveCheck check)
    {
        var folder = Directory.CreateTempSubdirectory("bundle-");
        try
        {
            RawPack.Unpack(path, folder.FullName);
            var bundle = MachineBundle.Read(folder.FullName);
            if (bundle is { Version: not MachineBundle.CurrentVersion } or { Records: [] })
                return ["the bundle has no records, or is of another version"];
            var errors = new List<string>();
            foreach (var record in bundle.Records)
            {
                var claim = ClaimCatalog.Library.Claims.SingleOrDefault(claim => claim.Id == record.Claim);
                if (claim?.File.Criterion is null || !record.IsOfRule(claim))
                {
                    errors.Add($"{record.Claim}: its rule is not that of this version");
                    continue;
                }

                var result = await check.CheckFilesAsync(record, claim, folder.FullName);
                errors.AddRange(result.HasFiles ? result.Errors : [$"{record.Claim}: a result file is missing"]);
            }

            return errors;
        }
        catch (Exception failure)
            when (failure is FormatException or JsonException or IOException or UserErrorException)
        {
            return [failure.Message];
        }
        finally
        {
            folder.Delete(recursive: true);
        }
    }
}
