namespace Studies.Claims;

/// <summary>Gets the short names of rows, for pictures.</summary>
internal static class RowName
{
    public const double MaxWidth = LedgerPicture.AxisLeft - LedgerPicture.LabelLeft;

    /// <summary>Gets the short name of a row; null for none.</summary>
    public static string? Get(Publication publication, LedgerEntry entry) =>
        publication.RowNames.GetValueOrDefault(entry.Claim.Id) ?? Format(entry.Claim.File);

    // The names of the variants, of which that of the baseline is left out if the two are too long.
    private static string? Format(ClaimFile file)
    {
        if (file is not
            { Question.Quantity: { } quantity, Run: { Variant.Name: var variant, Baseline.Name: var baseline } })
        {
            return null;
        }

        var start = $"{quantity.Split(' ')[0]}: {variant}";
        var whole = $"{start} ÷ {baseline}";
        return TextWidth.Estimate(whole, SvgPicture.SmallFontSize) > MaxWidth ? start : whole;
    }
}
