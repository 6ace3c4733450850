using System.Diagnostics;
using System.Text.RegularExpressions;
using EndToEnd.Tests.Architecture;
using EndToEnd.Tests.Documentation;
using Studies;
using Studies.Claims.Catalog;
using Studies.Hosting;

namespace EndToEnd.Tests;

/// <summary>
/// Every command in a fenced block of a Markdown file is run in a short form, checked elsewhere, or listed with a
/// reason why not.
/// </summary>
[TimeLimit(120)]
public sealed partial class MarkdownCommandTests(MarkdownCommandTests.Workplace workplace)
    : IClassFixture<MarkdownCommandTests.Workplace>
{
    private const string Unsuccessful = "exit 2";

    private static readonly IReadOnlyList<CommandRule> Rules = CommandRule.Parse(
        File.ReadAllText(Path.Combine(Repository.Root, "tests", "EndToEnd.Tests", "Documentation", "commands.txt")));

    public static TheoryData<string> ShortForms =>
        [.. Rules.Select(rule => rule.ShortForm).OfType<string>().Distinct()];

    [Fact]
    public void MarkdownCommands_AreAllListed()
    {
        var files = FindFiles();

        CommandRule.FindDifferences(
            Rules, [.. files.SelectMany(file => MarkdownCommand.FindAll(file.Path, file.Text))]).ShouldBeEmpty();
        files.SelectMany(file => MarkdownCommand.FindUnmarked(file.Path, file.Text)).ShouldBeEmpty();
        Rules.Select(rule => rule.FindMistake(ReadFile)).OfType<string>().ShouldBeEmpty();
    }

    [Fact]
    public void MarkdownSentences_NameTargetsStudiesAndClaimsThatExist()
    {
        var targets = TargetPattern().Matches(ReadFile("Makefile")!).Select(target => target.Groups[1].Value).ToHashSet();
        var studies = StudyCatalog.Commands.Select(study => study.Name).Append("list").ToHashSet();
        var claims = ClaimCatalog.Library.Claims.Select(claim => claim.Id).ToHashSet();

        FindFiles().SelectMany(file =>
            MarkdownCommand.FindUnknownNames(file.Path, file.Text, targets, studies, claims)).ShouldBeEmpty();
    }

    [Theory]
    [InlineData("Run `make a`, and `X=1 make b`.", "b")]
    [InlineData("Run `make study NAME=s ROUNDS=2`, not `make study NAME=t`.", "t")]
    [InlineData("| `make claim ID=A1` | `make claim ID=A2` |", "A2")]
    [InlineData("```sh\nmake b\n```\n`make study NAME=`, `make alert NAME=t`, make b", "")]
    public void MarkdownSentence_WithAnUnknownName_IsFound(string markdown, string unknown)
    {
        var found = MarkdownCommand.FindUnknownNames("a.md", markdown, Set("a study claim alert"), Set("s"), Set("A1"));

        string.Join('|', found.Select(finding => finding.Split(": ")[^1])).ShouldBe(unknown);

        static HashSet<string> Set(string names) => [.. names.Split(' ')];
    }

    [Theory]
    [MemberData(nameof(ShortForms))]
    public async Task MarkdownCommand_ShortForm_Succeeds(string command)
    {
        Assert.SkipWhen(OperatingSystem.IsWindows(), "The commands are those of a Unix shell.");

        var (code, output) = await workplace.RunAsync(command);

        code.ShouldBeOneOf([ExitCode.Success, ExitCode.Invalid], output);
    }

    [Theory]
    [InlineData("# A\n```sh\nmake a  # why\n```", "make a", "")]
    [InlineData("1. A\n\n   ```sh\n   make a \\\n     B=1\n   ```", "make a B=1", "")]
    [InlineData("```sh\nfor a in 1; do\n  b $a\ndone\n```", "for a in 1; do b $a done", "")]
    [InlineData("```\nmake a\n```", "", "mark the block with the language sh, because it has the command make a")]
    [InlineData("```yaml\nmake: a\n```\n```\nmeasured 5\n```", "", "")]
    public void Markdown_CommandsInBlocks_AreFound(string markdown, string commands, string unmarked)
    {
        string.Join('|', MarkdownCommand.FindAll("a.md", markdown).Select(command => command.Text)).ShouldBe(commands);
        string.Join('|', MarkdownCommand.FindUnmarked("a.md", markdown)).ShouldEndWith(unmarked);
    }

    [Theory]
    [InlineData("make a\n  not run: slow\n", "")]
    [InlineData("make b\n  not run: slow\n", "a.md has a command|no Markdown file has: make b")]
    [InlineData("make a\n  not run: slow\nmake a\n  not run: slow\n", "lists a command twice")]
    [InlineData("make a\n  not run:\n", "is not a rule")]
    [InlineData("make a\n  checked by b: a test\n", "")]
    [InlineData("make a\n  checked by b: another test\n", "does not contain 'another test'")]
    [InlineData("make a\n  checked by c: a test\n", "does not contain 'a test'")]
    public void CommandList_PlantedMistake_IsFound(string list, string findings)
    {
        var rules = CommandRule.Parse(list);

        string[] found =
        [
            .. CommandRule.FindDifferences(rules, [new("make a", "a.md")]),
            .. rules.Select(rule => rule.FindMistake(file => file is "b" ? "a test" : null)).OfType<string>(),
        ];

        found.Length.ShouldBe(findings.Split('|', StringSplitOptions.RemoveEmptyEntries).Length);
        foreach (var (finding, part) in found.Zip(findings.Split('|')))
            finding.ShouldContain(part);
    }

    [Fact]
    public async Task MarkdownCommand_PlantedFailure_IsFound()
    {
        Assert.SkipWhen(OperatingSystem.IsWindows(), "The commands are those of a Unix shell.");

        (await workplace.RunAsync($"curl localhost:5101 && {Unsuccessful}")).Code.ShouldBe(2);
        (await workplace.RunAsync("load run --no-such-option")).Code.ShouldBe(64);
    }

    private static (string Path, string Text)[] FindFiles() =>
    [
        .. RepositoryFiles.Find(".", ".md").Concat(RepositoryFiles.Find(".github", ".md"))
            .Select(path => (path, ReadFile(path)!)),
    ];

    [GeneratedRegex("^([a-z-]+):", RegexOptions.Multiline)]
    private static partial Regex TargetPattern();

    private static string? ReadFile(string path) =>
        Path.Combine(Repository.Root, path) is var full && File.Exists(full) ? File.ReadAllText(full) : null;

    /// <summary>
    /// Running services, and folders with a result and copies of the scenarios. The ports of the scenarios are those of
    /// the services.
    /// </summary>
    public sealed class Workplace : IAsyncLifetime
    {
        private readonly DirectoryInfo _folder = Directory.CreateTempSubdirectory();
        private readonly Dictionary<string, ServiceProcess> _services = [];

        public async ValueTask InitializeAsync()
        {
            var cancellation = TestContext.Current.CancellationToken;
            var backend = await ServiceProcess.StartAsync("BackendApi", ["--Faults:Token=secret"], cancellation);
            _services["localhost:5101"] = backend;
            foreach (var address in new[] { "localhost:5100", "localhost:5102" })
            {
                _services[address] = await ServiceProcess.StartAsync(
                    "FrontendApi", [$"--Backend:BaseAddress={backend.Address}"], cancellation);
            }
        }

        public async ValueTask DisposeAsync()
        {
            foreach (var service in _services.Values)
                await service.DisposeAsync();
            _folder.Delete(recursive: true);
        }

        /// <summary>
        /// Runs a command in the shell bash, in a new folder, with the ports of the services instead of the usual ones.
        /// </summary>
        public async Task<(int Code, string Output)> RunAsync(string command)
        {
            var folder = CreateFolder();
            var tool = ProgramLocator.CreateStartInfo("Load", []);
            var call = string.Join(' ', [tool.FileName, .. tool.ArgumentList]);
            var start = new ProcessStartInfo("bash", ["-c", $"load() {{ {call} \"$@\"; }}\n{ReplacePorts(command)}"])
            {
                WorkingDirectory = folder.FullName,
                Environment = { ["ROOT"] = Repository.Root },
            };
            var output = await ProcessRunner.CaptureAsync(start, TestContext.Current.CancellationToken);
            return (output.ExitCode, output.All);
        }

        private DirectoryInfo CreateFolder()
        {
            var folder = _folder.CreateSubdirectory(Path.GetRandomFileName());
            var scenarios = folder.CreateSubdirectory("load").CreateSubdirectory("scenarios").FullName;
            foreach (var file in Directory.GetFiles(Path.Combine(Repository.Root, "load", "scenarios")))
            {
                var copy = Path.Combine(scenarios, Path.GetFileName(file));
                File.WriteAllText(copy, ReplacePorts(File.ReadAllText(file)));
            }

            var results = Path.Combine(Repository.Root, "docs", "results");
            File.Copy(
                Directory.GetFiles(results, "*-strategies.json").Max()!,
                Path.Combine(folder.CreateSubdirectory("results").FullName, "earlier.json"));
            return folder;
        }

        private string ReplacePorts(string text) => _services.Aggregate(text,
            (replaced, service) =>
                replaced.Replace(service.Key, service.Value.Address.Authority, StringComparison.Ordinal));
    }
}
