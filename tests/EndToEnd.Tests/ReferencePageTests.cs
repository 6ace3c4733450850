using System.Reflection;
using BackendApi.Faults;
using ServiceDefaults;

namespace EndToEnd.Tests;

/// <summary>Compares docs/reference.md with the flags, the strategies and the settings of the services.</summary>
public sealed partial class ReferencePageTests
{
    private static readonly string Page = RepositoryFiles.Read("docs/reference.md");

    private static readonly string[] ServiceFolders = ["frontend-api", "backend-api", "service-defaults"];

    private static readonly Assembly[] Services =
        [typeof(FrontendMetrics).Assembly, typeof(FaultOptions).Assembly, typeof(HealthProbe).Assembly];

    [Fact]
    public void ReferencePage_Flags_HaveAllValuesAndTheKeyOfTheDefault()
    {
        foreach (var flag in Flags.OfCustomers.Union(Flags.OfIngestion))
        {
            var row = Page.Split('\n')
                .Where(line => line.StartsWith($"| `{flag.Name}` |", StringComparison.Ordinal)).ShouldHaveSingleItem();
            row.ShouldEndWith($"| `{flag.Setting}` |");
            var named = ValuePattern().Matches(row.Split('|')[2]).Select(value => value.Groups[1].Value).ToArray();
            // The page describes some strategies only: the catalogue has a sentence for each.
            if (flag == Flags.Strategy)
                named.Except(flag.Values).ShouldBeEmpty();
            else
                flag.Values.Except(named).ShouldBeEmpty();
        }
    }

    [Fact]
    public void ReferencePage_Settings_AreAllThatTheServicesHave()
    {
        var types = Services.SelectMany(service => service.GetTypes()).ToLookup(type => type.Name);
        var settings = (
            from folder in ServiceFolders
            from file in RepositoryFiles.Find(folder, ".cs")
            from Match binding in BindingPattern().Matches(RepositoryFiles.Read(file))
            let options = types[binding.Groups["type"].Value].Single()
            from property in options.GetProperties()
            where property.CanWrite
            select $"{binding.Groups["section"].Value}:{property.Name}").ToArray();

        string[] expected = ["LongOperations:MaxBlocking", "Client:PooledConnectionLifetime", "Limits:Connections"];
        expected.Except(settings).ShouldBeEmpty();
        settings.Except(FindSettings(Page)).ShouldBeEmpty();
    }

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

    [GeneratedRegex("`([a-z0-9.-]+)`")]
    private static partial Regex ValuePattern();

    /// <summary>Finds where options are bound to a section.</summary>
    [GeneratedRegex("""AddSettings<(?<type>\w+)>\("(?<section>\w+)"\)""")]
    private static partial Regex BindingPattern();

    [GeneratedRegex("`(?<section>[A-Za-z0-9]+)?:(?<name>[A-Za-z0-9]+)[^`]*`")]
    private static partial Regex SettingPattern();
}
