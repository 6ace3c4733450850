using Studies;
using Studies.Claims;

namespace EndToEnd.Tests;

/// <summary>
/// Every command in a fenced block of a Markdown file is in commands.txt: run here in a short form, checked elsewhere,
/// or listed with a reason why not.
/// </summary>
public sealed partial class MarkdownCommandTests : FolderTests
{
    private const string Run = "run ";
    private const string CheckedBy = "checked by ";
    private const string NotRun = "not run: ";

    private static readonly string[] ShellLanguages = ["sh", "bash", "shell", "console", "powershell", "pwsh", "cmd"];

    /// <summary>A command in one line, and in the next one, which is indented, what is done with it.</summary>
    private static readonly (string Command, string Rule)[] Rules =
    [
        .. RepositoryFiles.Read("tests/EndToEnd.Tests/Documentation/commands.txt").ReplaceLineEndings("\n").Split('\n')
            .Where(line => line is not "" && line[0] is not '#').Chunk(2)
            .Select(pair => (pair[0].Trim(), pair[^1].Trim())),
    ];

    private static readonly (string Path, string Text)[] Pages =
    [
        .. RepositoryFiles.Find(".", ".md").Concat(RepositoryFiles.Find(".github", ".md"))
            .Select(path => (path, RepositoryFiles.Read(path).ReplaceLineEndings("\n"))),
    ];

    [Fact]
    public void MarkdownCommands_InFencedBlocks_AreListedWithACheckThatExists()
    {
        string[] commands = [.. Pages.SelectMany(page => FindCommands(page.Text))];

        commands.ShouldContain("make demo");
        commands.Distinct().ShouldBe(Rules.Select(rule => rule.Command), ignoreOrder: true);
        Rules.Where(rule => !IsRule(rule.Rule)).ShouldBeEmpty();
    }

    [Fact]
    public void MarkdownSentences_WithMake_NameTargetsStudiesAndClaimsThatExist()
    {
        var makefile = RepositoryFiles.Read("Makefile");
        string[] targets = [.. TargetPattern().Matches(makefile).Select(target => target.Groups[1].Value)];
        string[] studies = [.. StudyCatalog.Commands.Select(study => study.Name), "list", ""];
        string[] ids = [.. ClaimCatalog.Library.Claims.Select(claim => claim.Id)];
        string[] claims = [.. ids, .. ids.Select(id => id[..1]), ""];
        // The changelog names commands of its day.
        var unknown =
            from page in Pages.Where(page => page.Path is not "CHANGELOG.md")
            from call in MakePattern().Matches(BlockPattern().Replace(page.Text, ""))
            let target = call.Groups["target"].Value
            where !targets.Contains(target) || !claims.Contains(call.Groups["claim"].Value)
                || (target is "study" && !studies.Contains(call.Groups["study"].Value))
            select $"{page.Path}: {call.Value}";

        unknown.ShouldBeEmpty();
    }

    /// <summary>A newcomer sees what to start with; make help-all shows the rest.</summary>
    [Fact]
    public void MakeHelp_Targets_AreAtMost16() =>
        HelpPattern().Count(RepositoryFiles.Read("Makefile")).ShouldBeInRange(1, 16);

    /// <summary>
    /// Runs the short forms after one another in a folder with copies of the scenarios, and with the ports of running
    /// services instead of the usual ones. A result may be invalid, because it is short.
    /// </summary>
    [Slow]
    [Fact]
    [TimeLimit(180)]
    public async Task MarkdownCommands_ShortForms_Succeed()
    {
        Assert.SkipWhen(OperatingSystem.IsWindows(), "The commands are those of a Unix shell.");
        var cancellation = TestContext.Current.CancellationToken;
        await using var backend = await ServiceProcess.StartAsync("BackendApi", ["--Faults:Token=secret"], cancellation);
        await using var frontend = await ServiceProcess.StartAsync(
            "FrontendApi", [$"--Backend:BaseAddress={backend.Address}"], cancellation);
        var tool = ProgramLocator.CreateStartInfo("Load", []);
        var commands = Rules.Select(rule => rule.Rule).Where(rule => rule.StartsWith(Run, StringComparison.Ordinal))
            .Select(rule => rule[Run.Length..]).Distinct();
        string[] script =
        [
            "set -e", $"load() {{ {tool.FileName} {string.Join(' ', tool.ArgumentList)} \"$@\" || [ $? -eq {ExitCode.Invalid} ]; }}",
            $"mkdir load && cp -r {ProgramLocator.GetPath("load", "scenarios")} load",
            $"sed -i 's/:510[02]/:{frontend.Address.Port}/; s/:5101/:{backend.Address.Port}/' load/scenarios/*.yaml",
            .. commands,
        ];
        var start = new ProcessStartInfo("bash", ["-xc", ReplacePorts(string.Join('\n', script))])
        {
            WorkingDirectory = Folder,
            Environment = { ["ROOT"] = Repository.Root },
        };

        var output = await ProcessRunner.CaptureAsync(start, cancellation);

        output.ExitCode.ShouldBe(0, output.All);

        string ReplacePorts(string text) => text.Replace("localhost:5101", backend.Address.Authority)
            .Replace("localhost:5100", frontend.Address.Authority).Replace("localhost:5102", frontend.Address.Authority);
    }

    /// <summary>Finds the commands in the fenced blocks of a page, without their comments.</summary>
    internal static IEnumerable<string> FindCommands(string page) =>
        from block in BlockPattern().Matches(page)
        where ShellLanguages.Contains(block.Groups["language"].Value)
        from line in JoinPattern().Replace(block.Groups["text"].Value, " ").Split('\n')
        let command = SpacePattern().Replace(CommentPattern().Replace(line, ""), " ").Trim()
        where command is not ""
        select command;

    private static bool IsRule(string rule) =>
        rule.StartsWith(Run, StringComparison.Ordinal) || rule.StartsWith(NotRun, StringComparison.Ordinal)
        || (rule.StartsWith(CheckedBy, StringComparison.Ordinal)
            && rule[CheckedBy.Length..].Split(": ", 2) is [var file, var text]
            && RepositoryFiles.Read(file).Contains(text, StringComparison.Ordinal));

    [GeneratedRegex(
        @"`([A-Z_]+=\S+ )*make (?<target>[a-z][a-z-]*)( NAME=(?<study>[\w-]+))?( ID=(?<claim>\w+))?[^`\n]*`",
        RegexOptions.ExplicitCapture)]
    private static partial Regex MakePattern();

    [GeneratedRegex("^([a-z-]+):", RegexOptions.Multiline)]
    private static partial Regex TargetPattern();

    [GeneratedRegex("^[a-z-]+:.* ## ", RegexOptions.Multiline)]
    private static partial Regex HelpPattern();

    [GeneratedRegex(@"^ *```(?<language>\w*)[^\n]*\n(?<text>.*?)^ *```", RegexOptions.Multiline | RegexOptions.Singleline)]
    private static partial Regex BlockPattern();

    /// <summary>Matches the ends of lines within a command: after a backslash, and within a loop.</summary>
    [GeneratedRegex(@"\\\n\s*|(?<=; do)\n\s*|\n(?=done\b)")]
    private static partial Regex JoinPattern();

    [GeneratedRegex(@"(^|\s)#\s.*$")]
    private static partial Regex CommentPattern();

    [GeneratedRegex(@"\s+")]
    private static partial Regex SpacePattern();
}
