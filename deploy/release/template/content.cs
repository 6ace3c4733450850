#:property PublishAot=false

// Writes the content of the template to a folder: the files of files.txt, without what it leaves out, under the names
// that the template engine replaces. A command that changes nothing is an error, so that none is out of date.
//   dotnet run deploy/release/template/content.cs -- FOLDER
using System.Text.RegularExpressions;

var failures = 0;
var list = File.ReadAllText("deploy/release/template/files.txt").Replace("\n  ", " | ").Split('\n');
foreach (var line in list.Where(line => line is not ("" or ['#', ..])))
{
    var entry = line.Replace("\\n", "\n").Split(" | ");
    var names = entry[0].Split('{', '}') is [var start, var middle, var end]
        ? middle.Split(',').Select(name => start + name + end)
        : entry[0].EndsWith('*') ? Directory.GetFiles(entry[0][..^2]) : [entry[0]];
    foreach (var paths in names.Select(name => name.Split(" as ")))
    {
        var text = File.ReadAllText(paths[0]);
        foreach (var command in entry.Skip(1).OrderByDescending(command => command.Contains(" ==>")))
        {
            var edited = Edit(text, command);
            if (edited == text)
                Console.Error.WriteLine($"{paths[0]}: nothing to change, failure {++failures}: {command}");
            text = edited;
        }

        var path = Path.Combine(args[0], Rename(paths[^1]));
        Directory.CreateDirectory(Path.GetDirectoryName(path)!);
        File.WriteAllText(path, Tidy(Rename(text)));
    }
}

return failures;

static string Edit(string text, string command)
{
    if (command.Split(" ==>") is [var old, var given])
    {
        var replacement = given is "" ? "" : given[1..];
        return old.EndsWith("...", StringComparison.Ordinal)
            ? Regex.Replace(text, Regex.Escape(old[..^3]) + ".*", _ => replacement)
            : text.Replace(old, replacement);
    }

    if (command.Split(" ... ") is [var first, var last])
        return DropFrom(text, first, last);
    var separator = command.StartsWith("part ", StringComparison.Ordinal) ? "\n\n" : "\n";
    var part = separator is "\n" ? command : command[5..];
    return string.Join(separator, text.Split(separator).Where(one => !one.Contains(part, StringComparison.Ordinal)));
}

static string DropFrom(string text, string first, string last)
{
    var start = text.LastIndexOf('\n', Math.Max(0, text.IndexOf(first, StringComparison.Ordinal))) + 1;
    var indent = text[start..].Length - text[start..].TrimStart(' ').Length;
    var end = last is "}" ? "\n" + "}".PadLeft(indent + 1) : last.TrimEnd('<');
    var found = text.IndexOf(end, start + indent + first.Length, StringComparison.Ordinal) + end.Length - 1;
    var rest = last.EndsWith('<') ? text.LastIndexOf('\n', found) : text.IndexOf('\n', found);
    return found >= start && text.Contains(first) ? text[..start] + text[(rest + 1)..] : text;
}

// TwoTier.1 becomes the name of the project, TwoTier._1 that name as a namespace, and twotier__1 that in lower case.
static string Rename(string text) => Regex.Replace(
        Regex.Replace(text, @"(\w+Api|ServiceDefaults)(?=(\.Tests)?(\.csproj|\.dll|/))", "TwoTier.1.$1"),
        @"(?<![\w.])(FrontendApi|BackendApi|ServiceDefaults)\b", "TwoTier._1.$1")
    .Replace("two-tier-testbed", "twotier__1").Replace("testbed-", "twotier__1-").Replace("Testbed", "TwoTier.1");

// Drops the blank lines around what was left out, and puts arguments into one line if they fit there now.
static string Tidy(string text) => Regex.Replace(
    Regex.Replace(text, @"(?<=^|\{\n|\n\n)\n+|\n(?=\n *\})", ""),
    @"^(.*\()\n +((?:[^()\n]|\([^()\n]*\))*\).*)$",
    arguments => arguments.Length <= 120 ? arguments.Result("$1$2") : arguments.Value, RegexOptions.Multiline);
