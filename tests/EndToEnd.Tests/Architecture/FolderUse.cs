using System.Reflection;
using System.Text.RegularExpressions;

namespace EndToEnd.Tests.Architecture;

/// <summary>A place where one folder of a project uses another one. Nested folders count separately.</summary>
internal sealed record FolderUse(string From, string To, string Place)
{
    /// <summary>The name of the folder of a file with top-level statements, which may use all others.</summary>
    private const string Program = "Program";

    public override string ToString() => $"{From} → {To}: {Place}";

    /// <summary>
    /// Finds the uses in the compiled code, where namespaces are folders, and in the using directives: the compiler
    /// leaves no trace of constants and names.
    /// </summary>
    /// <param name="project">The folder of the project.</param>
    /// <param name="assembly">The compiled project, whose name is the root namespace.</param>
    public static FolderUse[] FindAll(string project, Assembly assembly)
    {
        var types = assembly.GetTypes().Where(type => GetFolder(type) is not null).ToArray();
        var compiled =
            from type in types
            from used in TypeUse.Find(type)
            where used.Assembly == assembly && GetFolder(used) is not null
            select new FolderUse(GetFolder(type)!, GetFolder(used)!, $"{type.Name} uses {used.Name}");
        var root = assembly.GetName().Name!;
        var directivePattern = new Regex($@"^using (?:static |\w+ = )?{root}\.([\w.]+);", RegexOptions.Multiline);
        var folders = types.Select(type => GetFolder(type)!).ToHashSet();
        var directives =
            from path in RepositoryFiles.Find(project, ".cs")
            let text = RepositoryFiles.Read(path)
            let folder = IsProgram(text) ? Program : GetFolder(project, path)
            from directive in directivePattern.Matches(text)
            let name = directive.Groups[1].Value.Replace('.', '/')
            select new FolderUse(
                folder, folders.Contains(name) ? name : Path.GetDirectoryName(name)!.Replace('\\', '/'), path);
        return [.. compiled.Concat(directives).Where(use => use.From != use.To && use.To is not "").Distinct()];
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

    /// <summary>
    /// Finds uses of folders in the same or a higher layer, and folders that only the table or only the project has.
    /// </summary>
    /// <param name="uses">All uses of the project.</param>
    /// <param name="table">The layers from top to bottom, in which vertical bars separate the folders.</param>
    public static IEnumerable<string> FindUpward(FolderUse[] uses, string table)
    {
        var layers = (
            from layer in table.Split('\n').Index()
            from folder in layer.Item.Split('|', StringSplitOptions.TrimEntries)
            select (folder, layer.Index)).ToDictionary();
        var folders = uses.SelectMany(use => (string[])[use.From, use.To]).ToHashSet();
        return
        [
            .. folders.Except(layers.Keys).Select(folder => $"The layer table lacks {folder}."),
            .. layers.Keys.Except(folders).Select(folder => $"The layer table has {folder}, which does not exist."),
            .. uses.Where(use => layers.GetValueOrDefault(use.From) >= layers.GetValueOrDefault(use.To, int.MaxValue))
                .Select(use => $"{use}"),
        ];
    }

    /// <summary>Finds files whose namespace is not the root namespace followed by the folder.</summary>
    public static IEnumerable<string> FindWrongNamespaces(string project, string rootNamespace) =>
        from path in RepositoryFiles.Find(project, ".cs")
        let text = RepositoryFiles.Read(path)
        let folder = GetFolder(project, path).Replace('/', '.')
        let expected = folder is "." ? rootNamespace : $"{rootNamespace}.{folder}"
        where !IsProgram(text) && !text.Contains($"namespace {expected};", StringComparison.Ordinal)
        select $"The namespace of {path} is not {expected}.";

    private static bool IsProgram(string text) => !Regex.IsMatch(text, "^namespace ", RegexOptions.Multiline);

    private static string GetFolder(string project, string path)
    {
        var folder = Path.GetDirectoryName(Path.GetRelativePath(project, path))!.Replace('\\', '/');
        return folder is "" ? "." : folder;
    }

    /// <summary>Returns the folder of a type; null for a type that a generator made.</summary>
    private static string? GetFolder(Type type)
    {
        var root = type.Assembly.GetName().Name!;
        var outermost = type.DeclaringType ?? type;
        if (outermost is { Namespace: null, Name: Program })
            return Program;
        return type.Namespace == root ? "."
            : type.Namespace?.StartsWith($"{root}.", StringComparison.Ordinal) is true
                ? type.Namespace[(root.Length + 1)..].Replace('.', '/')
                : null;
    }
}
