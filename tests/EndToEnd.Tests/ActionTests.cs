using TwoTier.Load.Cli.Commands;

namespace EndToEnd.Tests;

/// <summary>
/// The scripts of action.yml, in a shallow clone as GitHub makes it, with small programs in place of load and gh.
/// </summary>
[Slow]
public sealed class ActionTests : ScriptFolderTests
{
    private const string Finding = "B needs at least 8 % more CPU time.";

    [Fact]
    public async Task Compare_BaseIsNotInTheClone_IsFetchedAndTheFindingIsWritten()
    {
        var (main, head) = await CloneAsync();
        AddLoad(exitCode: 0, Finding);

        var run = await CompareAsync("worse", "--within 1m -H 'X-Shop: a b'");

        run.ExitCode.ShouldBe(0, run.All);
        var asked = ReadLines("asked");
        asked[..5].ShouldBe(["ab", $"git:{main}", ".", "--path", "/api/x"]);
        asked[5..11].ShouldBe(["--project", "src/Shop", "--within", "1m", "-H", "X-Shop: a b"]);
        var summary = $"### `/api/x`\n\n**{Finding}**\n\nA is `main` ({main[..8]}), B is {head[..8]}.\n";
        File.ReadAllText(InFolder("step-summary")).ShouldBe(summary);
        var outputs = ReadLines("outputs");
        outputs[1].ShouldBe("exit-code=0");
        File.ReadAllText(outputs[0]["summary=".Length..]).ShouldBe(summary);
    }

    [Fact]
    public async Task Compare_MergeOfGitHub_IsComparedWithItsFirstParentAndNoVariableOfTheActionIsPassedOn()
    {
        await CloneAsync();
        var git = await RunAsync(InFolder("shop"), [], "bash", "-ec", """
            git fetch --quiet origin main
            git checkout --quiet FETCH_HEAD
            git -c user.name=t -c user.email=t@t merge --quiet --no-ff origin/feature --message merge
            git rev-parse HEAD^1 HEAD
            """);
        AddLoad(exitCode: 0, Finding);

        var run = await CompareAsync("worse", merge: git.Output.Trim().Split('\n')[^1]);

        run.ExitCode.ShouldBe(0, run.All);
        ReadLines("asked")[1].ShouldBe($"git:{git.Output.Trim().Split('\n')[^2]}");
        ReadLines("variables").ShouldNotContain(line => line.StartsWith("REQUEST_PATH=", StringComparison.Ordinal));
    }

    [Theory]
    [InlineData(2, "worse", 2)]
    [InlineData(2, "invalid", 0)]
    [InlineData(3, "worse", 0)]
    [InlineData(3, "worse, invalid", 3)]
    [InlineData(3, "nothing", 0)]
    [InlineData(4, "nothing", 4)]
    public async Task Compare_Finding_FailsTheStepIfItIsAskedTo(int exitCode, string failOn, int expected)
    {
        await CloneAsync();
        AddLoad(exitCode, Finding);

        (await CompareAsync(failOn)).ExitCode.ShouldBe(expected);

        ReadLines("outputs")[1].ShouldBe($"exit-code={exitCode}");
    }

    [Fact]
    public async Task Compare_ServiceDoesNotBuild_SummarySaysWhy()
    {
        await CloneAsync();
        AddLoad(exitCode: 4);

        (await CompareAsync("worse")).ExitCode.ShouldBe(4);

        File.ReadAllText(InFolder("step-summary")).ShouldContain("**Not compared** (exit code 4):\n\n```\nA does not build\n```");
    }

    /// <summary>A branch, a project and a path are named by whoever opens a pull request.</summary>
    [Theory]
    [InlineData("$(touch${IFS}evil)")]
    [InlineData("`touch${IFS}evil`")]
    [InlineData(";touch${IFS}evil;")]
    [InlineData("a'b\"c")]
    [InlineData("a&b|c>evil<d")]
    [InlineData("</details><img/src=x>")]
    [InlineData("```<!--")]
    [InlineData("ü\u202E%0Aset-output")]
    public async Task Compare_HostileNames_AreDataInShellAndMarkdown(string name)
    {
        var (main, head) = await CloneAsync();
        await RunAsync(InFolder("origin"), [], "git", "branch", name, main);
        AddLoad(exitCode: 4);

        (await CompareAsync("worse", branch: name, path: $"/{name}", project: name)).ExitCode.ShouldBe(4);

        ReadLines("asked")[4..7].ShouldBe([$"/{name}", "--project", name]);
        Directory.GetFiles(Folder, "evil", SearchOption.AllDirectories).ShouldBeEmpty();
        var quoted = name.Replace('`', '\'');
        File.ReadAllText(InFolder("step-summary")).ShouldBe(
            $"### `/{quoted}`\n\n**Not compared** (exit code 4):\n\n```\nA does not build\n```\n\n"
            + $"A is `{quoted}` ({main[..8]}), B is {head[..8]}.\n");
        ReadLines("outputs").Length.ShouldBe(3);
    }

    [Fact]
    public async Task Compare_BusyMachine_IsOneLine()
    {
        var (main, head) = await CloneAsync();
        AddLoad(exitCode: 0, "This machine was too busy.**\n\n| table |\n\n**BUSY** other programs used 40 % of the CPU. **");

        (await CompareAsync("worse")).ExitCode.ShouldBe(0);

        File.ReadAllText(InFolder("step-summary")).ShouldBe("`/api/x`: nothing to tell. **BUSY** other programs used 40 % "
            + $"of the CPU. **** A is `main` ({main[..8]}), B is {head[..8]}.\n");
    }

    [Fact]
    public async Task History_TwoPushes_AreTwoLinesOfTheBranch()
    {
        await CloneAsync();
        await File.WriteAllTextAsync(InFolder("line"), "{}\n", TestContext.Current.CancellationToken);
        foreach (var branch in (string[])["ratios", "ratios", "-x..y"])
        {
            (await RunAsync(
                Folder,
                [
                    ("GITHUB_SERVER_URL", $"file://{Folder}"), ("GITHUB_REPOSITORY", "origin"), ("GITHUB_SHA", "1234"),
                    ("GH_TOKEN", "x"), ("BRANCH", branch), ("PROJECT", "src/Shop"), ("REQUEST_PATH", "/a?b=1"),
                    ("HISTORY", InFolder("line")),
                ],
                ProgramLocator.GetPath("deploy", "action", "history.sh"))).ExitCode.ShouldBe(branch is "ratios" ? 0 : 64);
        }

        var pushed = await RunAsync(InFolder("origin"), [], "git", "show", "ratios:src-Shop-a-b-1.ndjson");
        pushed.Output.ShouldBe("{}\n{}\n");
    }

    /// <summary>The example of the guide: a repository, a pull request, and all steps of the action.</summary>
    [Fact]
    [TimeLimit(240)]
    public async Task PullRequest_AllSteps_CommentNamesBothCommits()
    {
        var run = await RunAsync(
            Folder, [], ProgramLocator.GetPath("tests", "EndToEnd.Tests", "pull-request.sh"),
            $"dotnet {typeof(CommandLine).Assembly.Location}", "60", "--within 20s");

        // On a busy machine, this may be too short to tell, and is one line.
        run.ExitCode.ShouldBeOneOf(0, 2);
        run.Output.ShouldMatch(@"\A(### `/`\n\n\*\*.*\n(?s:.*)\n\| CPU ms \|(?s:.*)\n|`/`: nothing to tell. \*\*BUSY\*\* .* )A is `main` \([0-9a-f]{8}\), B is [0-9a-f]{8}\.\n\z");
    }

    [Theory]
    [InlineData("main", "slower", "::error::fail-on: 'slower' is unknown. Use worse, invalid or nothing")]
    [InlineData("mian", "worse", "::error::The base 'mian' cannot be fetched")]
    [InlineData("--upload-pack=x", "worse", "::error::The base '--upload-pack=x' is no branch, tag or commit")]
    [InlineData("main", "worse", "It needs the .NET 10 SDK")]
    [InlineData("main", "worse", "::error::options: a quote has no end", "--within '1m")]
    public async Task Compare_CannotBegin_SaysWhatToDo(
        string branch, string failOn, string expected, string options = "")
    {
        await CloneAsync();
        AddProgram("dotnet", "exit 1");
        Directory.CreateDirectory(InFolder("temp"));
        var run = await CompareAsync(failOn, options, branch);

        run.ExitCode.ShouldBe(64, run.All);
        run.Output.ShouldContain(expected);
    }

    /// <summary>Clones a branch into the folder "shop", after main has moved on.</summary>
    /// <returns>The commit that the branch has in common with main, and its own.</returns>
    private async Task<(string Main, string Head)> CloneAsync()
    {
        const string Commit = "git -c user.name=t -c user.email=t@t commit --quiet --allow-empty --message";
        var git = await RunAsync(Folder, [], "bash", "-ec", $"""
            git init --quiet --initial-branch main origin
            cd origin
            {Commit} one
            git checkout --quiet -b feature
            {Commit} two
            git checkout --quiet main
            {Commit} three
            git clone --quiet --single-branch --branch feature "file://$PWD" ../shop
            git rev-parse feature^ feature
            """);
        git.ExitCode.ShouldBe(0, git.All);
        return git.Output.Trim().Split('\n') is [var main, var head] ? (main, head) : ("", "");
    }

    private void AddLoad(int exitCode, string finding = "") => AddProgram("temp/load/load", $"""
        printf '%s\n' "$@" > {InFolder("asked")}
        env > {InFolder("variables")}
        while [ "$1" != --summary ]; do shift; done
        [ -z "{finding}" ] || printf '# ab\n\n**%s**\n\n' "{finding}" > "$2"
        echo "A does not build" >&2
        exit {exitCode}
        """);

    private Task<ProgramOutput> CompareAsync(
        string failOn, string options = "", string branch = "main", string merge = "", string path = "/api/x",
        string project = "src/Shop") => RunAsync(
        InFolder("shop"),
        [
            ("BASE", branch), ("MERGE", merge), ("REQUEST_PATH", path), ("PROJECT", project), ("OPTIONS", options),
            ("FAIL_ON", failOn), ("RUNNER_TEMP", InFolder("temp")), ("GITHUB_OUTPUT", InFolder("outputs")),
            ("GITHUB_STEP_SUMMARY", InFolder("step-summary")),
        ],
        ProgramLocator.GetPath("deploy", "action", "compare.sh"));

    private string InFolder(string path) => Path.Combine(Folder, path);

    private string[] ReadLines(string path) => File.ReadAllLines(InFolder(path));
}
