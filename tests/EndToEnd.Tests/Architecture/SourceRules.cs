using System.Text.RegularExpressions;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;

namespace EndToEnd.Tests.Architecture;

/// <summary>Rules for the source code of a project. Each method finds the places that break one rule.</summary>
internal static partial class SourceRules
{
    /// <summary>
    /// Finds files whose namespace is not the root namespace followed by the folder. Top-level statements have no
    /// namespace. A project may have none at all, if its root namespace is empty.
    /// </summary>
    public static IEnumerable<string> FindWrongNamespaces(SourceProject project)
    {
        foreach (var file in project.Files.Where(file => !file.HasTopLevelStatements))
        {
            var folders = file.Directory.Split('/', StringSplitOptions.RemoveEmptyEntries);
            var expected = string.Join('.', [project.RootNamespace, .. folders]);
            foreach (var (node, type) in file.DeclaredTypes)
            {
                var actual = type.ContainingNamespace.IsGlobalNamespace ? "" : $"{type.ContainingNamespace}";
                if (actual != expected)
                {
                    yield return $"{project}/{file.FormatLocation(node)}: the namespace of {type.Name} is {actual} instead of "
                        + $"{expected}.";
                }
            }
        }
    }

    /// <summary>Finds folders that contain more files than the limit.</summary>
    public static IEnumerable<string> FindLargeFolders(SourceProject project, int limit) =>
        project.Files.CountBy(file => file.Folder).Where(folder => folder.Value > limit)
            .Select(folder => $"The folder {project}/{folder.Key} has {folder.Value} files. The limit is {limit}.");

    /// <summary>Finds uses of forbidden types, such as those of certain assemblies or namespaces.</summary>
    public static IEnumerable<string> FindForbiddenUses(
        SourceProject project, Func<INamedTypeSymbol, bool> isForbidden) =>
        from file in project.Files
        from used in file.UsedTypes
        where isForbidden(used.Type)
        select $"{project}/{file.FormatLocation(used.Node)} uses the forbidden type {used.Type.ToDisplayString()}.";

    /// <summary>Finds the lines of a file that contain forbidden words in names, strings or comments.</summary>
    public static IEnumerable<string> FindForbiddenWords(string path, string text, Regex words) =>
        from line in text.Split('\n').Index()
        from word in words.Matches(line.Item)
        select $"{path}:{line.Index + 1}: {word.Value}";

    /// <summary>
    /// Finds files that use what only some systems have, such as /proc, libc or a program of Linux, and never ask which
    /// system it is.
    /// </summary>
    public static IEnumerable<string> FindUnguardedSystemUses(SourceProject project) =>
        from file in project.Files
        where !file.Root.DescendantNodes().OfType<MemberAccessExpressionSyntax>().Any(IsSystemCheck)
        from literal in file.Root.DescendantTokens()
        where SystemPattern().IsMatch(literal.ValueText) && (literal.IsKind(SyntaxKind.StringLiteralToken)
            || literal.IsKind(SyntaxKind.InterpolatedStringTextToken))
        select $"{project}/{file.FormatLocation(literal.Parent!)} uses {literal.ValueText} and never asks for the "
            + "operating system.";

    /// <summary>
    /// Finds factory methods named Of, because the name of a factory should say what it creates or does.
    /// </summary>
    public static IEnumerable<string> FindFactoriesNamedOf(SourceProject project) =>
        from file in project.Files
        from node in file.Root.DescendantNodes()
        let name = (node as MethodDeclarationSyntax)?.Identifier ?? (node as LocalFunctionStatementSyntax)?.Identifier
        where name is { Text: "Of" } && file.Model.GetDeclaredSymbol(node)!.IsStatic
        select $"{project}/{file.FormatLocation(node)}: a factory method must not be named Of. Name it after what it does, "
            + "such as Create, Parse or From.";

    private static bool IsSystemCheck(MemberAccessExpressionSyntax access) =>
        access.ToString() is "OperatingSystem.IsLinux" or "OperatingSystem.IsMacOS" or "OperatingSystem.IsWindows";

    [GeneratedRegex("^(/proc|/sys|/dev/shm)(/|$)|^(libc|ip|nsenter|perf|strace|taskset|tcpdump|unshare)$")]
    private static partial Regex SystemPattern();
}
