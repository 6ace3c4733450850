using EndToEnd.Tests.Architecture;
using Experiments;
using Experiments.Claims.Catalog;
using TwoTier.Load.Cli.Commands;

namespace EndToEnd.Tests;

/// <summary>Checks what a reader of the pages types or follows: commands of make, options of the load tool, links.</summary>
public sealed partial class PageTests
{
    /// <summary>The changelog names commands of its day.</summary>
    private static readonly (string Path, string Text)[] Pages =
    [
        .. RepositoryFiles.Find(".", ".md").Concat(RepositoryFiles.Find(".github", ".md"))
            .Where(path => path is not "CHANGELOG.md").Select(path => (path, RepositoryFiles.Read(path))),
    ];

    [Fact]
    public void Commands_OfMake_NameTargetsStudiesAndClaimsThatExist()
    {
        string[] targets =
            [.. TargetPattern().Matches(RepositoryFiles.Read("Makefile")).Select(target => target.Groups[1].Value)];
        string[] names = [.. StudyCatalog.Commands.Select(study => study.Name), .. ClaimNames.All, "list", ""];
        var found = FindAll(MakePattern()).ToArray();

        found.ShouldContain(one => one.Match.Groups["target"].Value == "demo");
        found.Where(one => !targets.Contains(one.Match.Groups["target"].Value)
                || !names.Contains(one.Match.Groups["name"].Value))
            .Select(one => $"{one.Page}: {one.Match.Value}").ShouldBeEmpty();
    }

    [Fact]
    public void Commands_OfLoadTool_HaveOptionsThatExist()
    {
        var root = CommandLine.Parse([], null!).RootCommandResult.Command;
        var options = root.Subcommands.Prepend(root).SelectMany(command => command.Options)
            .SelectMany(option => option.Aliases.Append(option.Name)).Append("--help").ToHashSet();
        const string Job = "deploy/kubernetes/load/job.yaml";
        var found =
            from command in FindAll(LoadPattern()).Select(one => (one.Page, Text: one.Match.Value))
                .Append((Page: Job, Text: RepositoryFiles.Read(Job)))
            from option in OptionPattern().Matches(command.Text)
            select (command.Page, Option: option.Value);

        found.ShouldContain(one => one.Option == "--path");
        found.ShouldContain((Job, "--duration"));
        found.Where(one => !options.Contains(one.Option)).ShouldBeEmpty();
    }

    /// <summary>A link may lead to a file, a folder or a heading. GitHub serves what is above the repository.</summary>
    [Fact]
    public void Links_WithinTheRepository_LeadToFilesAndHeadings()
    {
        var broken =
            from one in FindAll(LinkPattern())
            let link = one.Match.Groups["link"].Value.Split('#')
            let folder = Path.GetDirectoryName(one.Page)!
            let target = link[0] is "" ? one.Page : Path.Combine(folder, Uri.UnescapeDataString(link[0]))
            let full = Path.GetFullPath(target, Repository.Root)
            where full.StartsWith(Repository.Root, StringComparison.Ordinal)
            where !Path.Exists(full)
                || (link.Length > 1 && full.EndsWith(".md", StringComparison.Ordinal)
                    && !FindAnchors(File.ReadAllText(full)).Contains(link[1]))
            select $"{one.Page}: {one.Match.Groups["link"].Value}";

        broken.ShouldBeEmpty();
    }

    private static IEnumerable<(string Page, Match Match)> FindAll(Regex pattern) =>
        Pages.SelectMany(page => pattern.Matches(page.Text), (page, match) => (page.Path, match));

    /// <summary>Finds the anchors of a page, which GitHub makes of its headings.</summary>
    private static IEnumerable<string> FindAnchors(string page) => HeadingPattern().Matches(page)
        .Select(heading => DroppedPattern().Replace(heading.Groups["text"].Value.Trim().ToLowerInvariant(), ""))
        .Select(heading => heading.Replace(' ', '-'))
        .Concat(IdPattern().Matches(page).Select(id => id.Groups["id"].Value));

    [GeneratedRegex(
        @"(^ *|`)([A-Z_]+=\S+ )*make (?<target>[a-z][a-z-]*)( NAME=(?<name>[\w.-]+))?(?=[ `\n])",
        RegexOptions.Multiline | RegexOptions.ExplicitCapture)]
    private static partial Regex MakePattern();

    [GeneratedRegex("^([a-z-]+):", RegexOptions.Multiline)]
    private static partial Regex TargetPattern();

    /// <summary>Matches a command up to its end, its comment or the program that gets its output.</summary>
    [GeneratedRegex(@"(?<![\w./-])load (run|compare|ab|dry-run|report)(\\\n|[^`\n|#])*")]
    private static partial Regex LoadPattern();

    [GeneratedRegex("(?<= )--[a-z][a-z0-9-]*")]
    private static partial Regex OptionPattern();

    [GeneratedRegex("""(\]\(|\b(href|src|srcset)=")(?![a-z]+:|//)(?<link>[^)"\s]+)""", RegexOptions.ExplicitCapture)]
    private static partial Regex LinkPattern();

    [GeneratedRegex("^#+ (?<text>.+)$", RegexOptions.Multiline)]
    private static partial Regex HeadingPattern();

    [GeneratedRegex("""<a (id|name)="(?<id>[^"]+)""", RegexOptions.ExplicitCapture)]
    private static partial Regex IdPattern();

    /// <summary>Matches what is not in an anchor.</summary>
    [GeneratedRegex(@"[^\p{L}\p{M}\p{N} _-]")]
    private static partial Regex DroppedPattern();
}
