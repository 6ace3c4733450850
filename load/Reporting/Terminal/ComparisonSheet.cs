using Load.Reporting.Model;
using Load.Scraping;
using Spectre.Console;
using static Load.Reporting.Figures;

namespace Load.Reporting.Terminal;

/// <summary>The end of a comparison: the finding, how sure it is, what it cost, whether to believe it.</summary>
internal sealed class ComparisonSheet(Result result, Sheet sheet, int width)
{
    private const int FullWidth = 100;
    private readonly VariantResult[] _variants = [.. result.Variants.OrderByDescending(variant => variant.Throughput.Median)];
    private readonly int _names = Math.Clamp(result.Variants.Max(variant => variant.Name.Length), 8, 30) + 2;
    private readonly Style _figures = result.Validity.State == Validity.Invalid ? Tint.Dim : Style.Plain;

    public Sheet Draw()
    {
        sheet.Line();
        if (result.Validity.State == Validity.Invalid)
            new ValiditySheet(result, sheet).Invalid();
        else
            sheet.Line(Headline.Of(result), Tint.Strong).Line();

        Verdicts();
        Costs();
        Cpu();
        if (result.Validity.State != Validity.Invalid)
            new ValiditySheet(result, sheet).Valid();
        return sheet;
    }

    private void Verdicts()
    {
        var drawing = width >= FullWidth;
        sheet.Line(
            "  " + "variant".PadRight(_names) + "req/s".PadLeft(7) + "  " + (drawing ? Bars.Axis.Heading + "  " : "")
            + "ratio [95 % interval]  verdict",
            Tint.Dim);
        foreach (var variant in _variants)
        {
            var word = Word(variant, variant.Ratio);
            var isBaseline = variant.Name == result.Baseline;
            sheet.Add("  ").Add(Cut(variant.Name), isBaseline ? Tint.Strong : _figures)
                .Add(Figure(variant.Throughput.Median).PadLeft(7) + "  ", result.Validity.State == Validity.Invalid ? Tint.Dim : Tint.Strong);
            if (drawing)
                sheet.Add(Drawing(variant, isBaseline) + "  ", Tint.OfVerdict(word));
            sheet.Add(Ratio(variant, variant.Ratio).PadRight(23), _figures).Line(Marked(word), Tint.OfVerdict(word));
        }

        sheet.Line();
    }

    private static string Drawing(VariantResult variant, bool isBaseline) => variant.Ratio switch
    {
        null => isBaseline ? Bars.Interval(1, 1, 1) : new string(' ', Bars.Axis.Width),
        var ratio => Bars.Interval(ratio.Value, ratio.Lo ?? ratio.Value, ratio.Hi ?? ratio.Value),
    };

    private void Costs()
    {
        var back = _variants.Any(variant => variant.Tiers.GetValueOrDefault(Tier.BackEnd) is not null);
        var front = _variants.Any(variant => variant.Tiers.GetValueOrDefault(Tier.FrontEnd) is not null);
        sheet.Line(
            "  " + new string(' ', _names) + "latency, ms".PadLeft(35)
            + (front ? "CPU, ms/request".PadLeft(19) + "allocated, kB/request".PadLeft(24) : ""),
            Tint.Dim);
        sheet.Line(
            "  " + "variant".PadRight(_names) + "p50".PadLeft(7) + "p90".PadLeft(7) + "p99".PadLeft(7) + "p99.9".PadLeft(7) + "max".PadLeft(7)
            + (front ? "front".PadLeft(11) + (back ? "back" : "").PadLeft(8) + "front".PadLeft(14) + (back ? "back" : "").PadLeft(10) : ""),
            Tint.Dim);
        foreach (var variant in _variants)
            Cost(variant, front, back);
        sheet.Line();
    }

    private void Cost(VariantResult variant, bool front, bool back)
    {
        var (latency, isBaseline) = (variant.Latency, variant.Name == result.Baseline);
        var strong = result.Validity.State == Validity.Invalid ? Tint.Dim : Tint.Strong;
        sheet.Add("  ").Add(Cut(variant.Name), isBaseline ? Tint.Strong : _figures)
            .Add(Figure(latency.P50).PadLeft(7) + Figure(latency.P90).PadLeft(7), _figures)
            .Add(Figure(latency.P99).PadLeft(7), strong)
            .Add(Figure(latency.P999).PadLeft(7) + Figure(latency.Max).PadLeft(7), _figures);
        if (front)
        {
            var (fe, be) = (variant.Tiers.GetValueOrDefault(Tier.FrontEnd), variant.Tiers.GetValueOrDefault(Tier.BackEnd));
            sheet.Add(Figure(fe?.CpuMs).PadLeft(11), strong)
                .Add((back ? Figure(be?.CpuMs) : "").PadLeft(8) + Figure(fe?.AllocKb).PadLeft(14) + (back ? Figure(be?.AllocKb) : "").PadLeft(10), _figures);
        }

        sheet.Line();
    }

    private void Cpu()
    {
        if (_variants.All(variant => variant.CpuRatio is null))
            return;
        sheet.Line(
            "  " + "front-end".PadRight(_names) + "CPU ratio [95 % interval]".PadRight(27) + "verdict".PadRight(17) + "connections opened".PadLeft(20) + "pool threads".PadLeft(14),
            Tint.Dim);
        foreach (var variant in _variants)
        {
            var (cost, word) = (variant.Tiers.GetValueOrDefault(Tier.FrontEnd), Word(variant, variant.CpuRatio));
            sheet.Add("  ").Add(Cut(variant.Name), variant.Name == result.Baseline ? Tint.Strong : _figures)
                .Add(Ratio(variant, variant.CpuRatio).PadRight(27), _figures)
                .Add(Marked(word).PadRight(17), Tint.OfVerdict(word))
                .Line(Whole(cost?.ConnectionsOpened).PadLeft(20) + Whole(cost?.PoolThreads).PadLeft(14), _figures);
        }

        sheet.Line();
    }

    private string Cut(string name) => (name.Length > _names - 2 ? name[..(_names - 3)] + "…" : name).PadRight(_names);

    private string Word(VariantResult variant, RatioResult? ratio) =>
        variant.Name == result.Baseline ? Words.Baseline : ratio?.Verdict ?? None;

    private static string Marked(string word) => $"{Words.Mark(word)} {word}".TrimStart();

    private string Ratio(VariantResult variant, RatioResult? ratio) => ratio switch
    {
        null => variant.Name == result.Baseline ? "1" : None,
        { Lo: { } lo, Hi: { } hi } => $"{Figures.Ratio(ratio.Value)} [{Figures.Ratio(lo)}, {Figures.Ratio(hi)}]",
        _ => Figures.Ratio(ratio.Value),
    };
}
