namespace EndToEnd.Tests.Architecture;

/// <summary>A file in which one folder of a project uses another one. Nested folders count separately.</summary>
internal sealed partial record FolderUse(string From, string To, string Path)
{
    /// <summary>The folder of the file with top-level statements, which may use all others.</summary>
    private const string Program = "Program";

    public override string ToString() => $"{From} → {To}: {Path}";

    /// <summary>
    /// Finds the uses in the using directives, and in the names of types: of the folders above, which need no
    /// directive, or of all folders if the project file has the directives.
    /// </summary>
    public static FolderUse[] FindAll(string project, string rootNamespace)
    {
        var hasGlobalUsings = RepositoryFiles.Find(project, ".csproj")
            .Any(path => RepositoryFiles.Read(path).Contains($"<Using Include=\"{rootNamespace}."));
        var directive = new Regex($@"^using (?:static |\w+ = )?{rootNamespace}\.([\w.]+);", RegexOptions.Multiline);
        var files = RepositoryFiles.Find(project, ".cs").Select(path => (Path: path, Text: RepositoryFiles.Read(path)))
            .Select(file => (file.Path, file.Text, Folder: GetFolder(project, file.Path, file.Text))).ToArray();
        var folders = files.Select(file => file.Folder).ToHashSet();
        var types = files.SelectMany(
            file => TypePattern().Matches(file.Text),
            (file, type) => (file.Folder, Name: type.Groups[1].Value)).ToArray();
        var uses =
            from file in files
            let code = TextPattern().Replace(CommentPattern().Replace(file.Text, ""), "")
            let words = WordPattern().Matches(code).Select(word => word.Value).ToHashSet()
            let directives = directive.Matches(code).Select(match => match.Groups[1].Value.Replace('.', '/'))
                .Select(name => folders.Contains(name) ? name : name[..name.LastIndexOf('/')])
            let named = types.Where(type => words.Contains(type.Name)
                && (hasGlobalUsings || IsAbove(type.Folder, file.Folder)))
            from to in directives.Concat(named.Select(type => type.Folder)).Distinct()
            where to != file.Folder && to is not Program
            select new FolderUse(file.Folder, to, file.Path);
        return [.. uses];
    }

    /// <summary>Finds the uses that are part of a cycle: those left when no more ends can be taken off.</summary>
    public static FolderUse[] FindCycles(FolderUse[] uses)
    {
        while (true)
        {
            var (users, used) = (uses.Select(use => use.From).ToHashSet(), uses.Select(use => use.To).ToHashSet());
            var left = uses.Where(use => users.Contains(use.To) && used.Contains(use.From)).ToArray();
            if (left.Length == uses.Length)
                return left;
            uses = left;
        }
    }

    private static bool IsAbove(string upper, string folder) =>
        upper is "." || folder.StartsWith($"{upper}/", StringComparison.Ordinal);

    private static string GetFolder(string project, string path, string text)
    {
        if (!text.StartsWith("namespace ", StringComparison.Ordinal) && !text.Contains("\nnamespace "))
            return Program;
        var folder = System.IO.Path.GetDirectoryName(path)![project.Length..].TrimStart('/');
        return folder is "" ? "." : folder;
    }

    [GeneratedRegex(@"^(?:\w+ )*(?:class|record struct|record|struct|interface|enum) (\w+)", RegexOptions.Multiline)]
    private static partial Regex TypePattern();

    [GeneratedRegex(@"(?<![\w.])\w+")]
    private static partial Regex WordPattern();

    [GeneratedRegex("^ *//.*", RegexOptions.Multiline)]
    private static partial Regex CommentPattern();

    [GeneratedRegex("\"[^\"\\n]*\"")]
    private static partial Regex TextPattern();
}
