using System.Text.RegularExpressions;

namespace EndToEnd.Tests.Documentation;

/// <summary>A command in a fenced block of a Markdown file.</summary>
/// <param name="Text">The command in one line, without its comment.</param>
/// <param name="File">The path of the file, relative to the root of the repository.</param>
internal sealed partial record MarkdownCommand(string Text, string File)
{
    private static readonly string[] ShellLanguages = ["sh", "bash", "shell", "console", "powershell", "pwsh", "cmd"];

    /// <summary>Finds the commands in the fenced blocks of a file that are marked as those of a shell.</summary>
    public static IEnumerable<MarkdownCommand> FindAll(string file, string markdown) =>
        from block in BlockPattern().Matches(markdown.ReplaceLineEndings("\n"))
        where ShellLanguages.Contains(block.Groups["language"].Value)
        from line in JoinPattern().Replace(block.Groups["text"].Value, " ").Split('\n')
        let command = SpacePattern().Replace(CommentPattern().Replace(line, ""), " ").Trim()
        where command is not ""
        select new MarkdownCommand(command, file);

    /// <summary>Finds blocks without a language that begin a line like a command.</summary>
    public static IEnumerable<string> FindUnmarked(string file, string markdown) =>
        from block in BlockPattern().Matches(markdown.ReplaceLineEndings("\n"))
        where block.Groups["language"].Value is "" or "text"
        from line in block.Groups["text"].Value.Split('\n')
        where UnmarkedCommandPattern().IsMatch(line)
        select $"{file}: mark the block with the language sh, because it has the command {line.Trim()}";

    /// <summary>
    /// Finds calls of make in a sentence or table that name a target, study or claim that does not exist.
    /// </summary>
    public static IEnumerable<string> FindUnknownNames(
        string file,
        string markdown,
        IReadOnlySet<string> targets,
        IReadOnlySet<string> studies,
        IReadOnlySet<string> claims) =>
        from call in MakePattern().Matches(BlockPattern().Replace(markdown.ReplaceLineEndings("\n"), ""))
        from unknown in (string[])
        [
            .. GetUnknown(call.Groups["target"], targets, "target of the Makefile"),
            .. call.Groups["target"].Value is "study" ? GetUnknown(call.Groups["study"], studies, "study") : [],
            .. GetUnknown(call.Groups["claim"], claims, "claim"),
        ]
        select $"{file}: {call.Value} names an unknown {unknown}";

    private static IEnumerable<string> GetUnknown(Group name, IReadOnlySet<string> known, string kind) =>
        name.Success && !known.Contains(name.Value) ? [$"{kind}: {name.Value}"] : [];

    [GeneratedRegex(
        @"`([A-Z_]+=\S+ )*make (?<target>[a-z][a-z-]*)( NAME=(?<study>[\w-]+))?( ID=(?<claim>\w+))?[^`\n]*`",
        RegexOptions.ExplicitCapture)]
    private static partial Regex MakePattern();

    [GeneratedRegex(@"^ *```(?<language>\w*)[^\n]*\n(?<text>.*?)^ *```", RegexOptions.Multiline | RegexOptions.Singleline)]
    private static partial Regex BlockPattern();

    /// <summary>Matches the ends of lines within a command: after a backslash, and within a loop.</summary>
    [GeneratedRegex(@"\\\n\s*|(?<=; do)\n\s*|\n(?=done\b)")]
    private static partial Regex JoinPattern();

    [GeneratedRegex(@"(^|\s)#\s.*$")]
    private static partial Regex CommentPattern();

    [GeneratedRegex(@"\s+")]
    private static partial Regex SpacePattern();

    [GeneratedRegex(@"^\s*(\$ |(make|dotnet|docker|kubectl|load|curl|npm|go) [a-z-])")]
    private static partial Regex UnmarkedCommandPattern();
}

/// <summary>How a command of a Markdown file is tested, from commands.txt.</summary>
/// <param name="Command">The command, as the Markdown files have it.</param>
/// <param name="Rule">What is done: the text after the command in the list.</param>
internal sealed record CommandRule(string Command, string Rule)
{
    private const string RunPrefix = "run ";
    private const string CheckPrefix = "checked by ";
    private const string ReasonPrefix = "not run: ";

    /// <summary>The short form that a test runs; null if no test runs the command itself.</summary>
    public string? ShortForm => RemovePrefix(RunPrefix);

    /// <summary>Parses the list: a command in one line, and the rule in the next one, which is indented.</summary>
    public static IReadOnlyList<CommandRule> Parse(string text)
    {
        var lines = text.ReplaceLineEndings("\n").Split('\n').Where(line => line is not "" && line[0] is not '#');
        return [.. lines.Chunk(2).Select(pair => new CommandRule(pair[0].Trim(), pair[^1].Trim()))];
    }

    /// <summary>Compares the list with the commands of all Markdown files.</summary>
    public static IEnumerable<string> FindDifferences(
        IReadOnlyList<CommandRule> rules, IReadOnlyList<MarkdownCommand> commands)
    {
        foreach (var command in commands.Where(command => rules.All(rule => rule.Command != command.Text)))
            yield return $"{command.File} has a command that commands.txt does not list: {command.Text}";
        foreach (var rule in rules.Where(rule => commands.All(command => command.Text != rule.Command)))
            yield return $"commands.txt lists a command that no Markdown file has: {rule.Command}";
        foreach (var (command, _) in rules.CountBy(rule => rule.Command).Where(rule => rule.Value > 1))
            yield return $"commands.txt lists a command twice: {command}";
    }

    /// <summary>Finds what is wrong with the rule: the other check does not exist, or there is no reason.</summary>
    /// <param name="readFile">The function that reads a file of the repository; null if the file does not
    /// exist.</param>
    public string? FindMistake(Func<string, string?> readFile)
    {
        if (RemovePrefix(CheckPrefix)?.Split(": ", 2) is [var file, var text])
        {
            return readFile(file)?.Contains(text, StringComparison.Ordinal) is true
                ? null
                : $"{Command}: {file} does not contain '{text}'.";
        }

        return ShortForm is { Length: > 0 } || RemovePrefix(ReasonPrefix) is { Length: > 0 }
            ? null
            : $"{Command}: '{Rule}' is not a rule. Rules: run COMMAND, checked by FILE: TEXT, not run: REASON";
    }

    private string? RemovePrefix(string prefix) =>
        Rule.StartsWith(prefix, StringComparison.Ordinal) ? Rule[prefix.Length..] : null;
}
