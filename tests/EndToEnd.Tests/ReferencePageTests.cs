using System.Reflection;
using System.Text.RegularExpressions;
using BackendApi.Telemetry;
using FrontendApi;
using FrontendApi.Strategies;
using FrontendApi.Telemetry;
using ServiceDefaults;
using Testing;

namespace EndToEnd.Tests;

/// <summary>Compares docs/reference.md with the flags, the strategies and the settings of the services.</summary>
public sealed partial class ReferencePageTests
{
    private static readonly string Page = ReadFile("docs", "reference.md");

    private static readonly Assembly[] Services =
        [typeof(FrontendMetrics).Assembly, typeof(BackendMetrics).Assembly, typeof(HealthProbe).Assembly];

    [Fact]
    public void ReferencePage_Flags_HaveAllValuesAndTheKeyOfTheDefault()
    {
        foreach (var flag in Flags.OfCustomers.Union(Flags.OfIngestion))
        {
            var row = Page.Split('\n')
                .Where(line => line.StartsWith($"| `{flag.Name}` |", StringComparison.Ordinal)).ShouldHaveSingleItem();
            row.ShouldEndWith($"| `{flag.ConfigurationKey}` |");
            // The strategies have tables of their own.
            foreach (var value in flag == Flags.Strategy ? [] : flag.Values)
                row.ShouldContain($"`{value}`");
        }
    }

    [Fact]
    public void Strategies_OfTheCatalogue_AreInReadmeOrReference()
    {
        var pages = ReadFile("README.md") + Page;

        StrategyCatalog.Names.Where(name => !pages.Contains($"`{name}`", StringComparison.Ordinal)).ShouldBeEmpty();
    }

    [Fact]
    public void ReferencePage_Settings_AreAllThatTheServicesHave()
    {
        var settings = (
            from options in Services.SelectMany(service => service.GetTypes())
            let section = options.GetField("Section")?.GetRawConstantValue()
            where section is not null
            from property in options.GetProperties()
            where property.CanWrite
            select $"{section}:{property.Name}").ToArray();

        settings.ShouldContain("LongOperations:MaxBlocking");
        settings.Length.ShouldBeGreaterThan(30);
        settings.Except(FindSettings(Page)).ShouldBeEmpty();
    }

    [Theory]
    [InlineData("| `A:B=1`, `:C` | both | D:E |\n| `F:G:*`, `--H:I` |", "A:B A:C F:G")]
    [InlineData("`http://localhost:5101`, `A`, `:B`", "")]
    public void Page_SettingsInCode_AreFound(string page, string settings) =>
        string.Join(' ', FindSettings(page)).ShouldBe(settings);

    private static string ReadFile(params string[] path) =>
        File.ReadAllText(Path.Combine([Repository.Root, .. path]));

    /// <summary>Finds settings in code: with their section, or without it after one of the same section.</summary>
    private static IEnumerable<string> FindSettings(string page)
    {
        var section = "";
        foreach (Match setting in SettingPattern().Matches(page))
        {
            if (setting.Groups["section"].Value is { Length: > 0 } given)
                section = given;
            if (section.Length > 0)
                yield return $"{section}:{setting.Groups["name"].Value}";
        }
    }

    [GeneratedRegex("`(?<section>[A-Za-z0-9]+)?:(?<name>[A-Za-z0-9]+)[^`]*`")]
    private static partial Regex SettingPattern();
}
