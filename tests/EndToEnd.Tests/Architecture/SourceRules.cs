using System.Text.RegularExpressions;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;

namespace EndToEnd.Tests.Architecture;

/// <summary>Rules for the source of a project. Each finds the places that break it.</summary>
internal static class SourceRules
{
    /// <summary>A namespace is the root namespace and the folder. Top-level statements have no namespace.</summary>
    public static IEnumerable<string> FindWrongNamespaces(SourceProject project)
    {
        foreach (var file in project.Files.Where(file => !file.HasTopLevelStatements))
        {
            var folders = file.Directory.Split('/', StringSplitOptions.RemoveEmptyEntries);
            var expected = string.Join('.', [project.RootNamespace, .. folders]);
            foreach (var (node, type) in file.DeclaredTypes)
            {
                if (type.ContainingNamespace.ToDisplayString() is var actual && actual != expected)
                    yield return $"{project}/{file.Locate(node)}: {type.Name} is in {actual} instead of {expected}.";
            }
        }
    }

    /// <summary>A folder has a limited number of files.</summary>
    public static IEnumerable<string> FindLargeFolders(SourceProject project, int limit) =>
        project.Files.CountBy(file => file.Folder).Where(folder => folder.Value > limit)
            .Select(folder => $"{project}/{folder.Key} has {folder.Value} files, more than {limit}.");

    /// <summary>A project uses no type of certain assemblies or namespaces.</summary>
    public static IEnumerable<string> FindUses(SourceProject project, Func<INamedTypeSymbol, bool> isForbidden) =>
        from file in project.Files
        from used in file.UsedTypes
        where isForbidden(used.Type)
        select $"{project}/{file.Locate(used.Node)} uses {used.Type.ToDisplayString()}.";

    /// <summary>A file does not contain certain words, in names, texts or comments.</summary>
    public static IEnumerable<string> FindWords(string path, string text, Regex words) =>
        from line in text.Split('\n').Index()
        from word in words.Matches(line.Item)
        select $"{path}:{line.Index + 1}: {word.Value}";

    /// <summary>A factory says what it does: it is not named Of.</summary>
    public static IEnumerable<string> FindFactoriesNamedOf(SourceProject project) =>
        from file in project.Files
        from node in file.Root.DescendantNodes()
        let name = (node as MethodDeclarationSyntax)?.Identifier ?? (node as LocalFunctionStatementSyntax)?.Identifier
        where name is { Text: "Of" } && file.Model.GetDeclaredSymbol(node)!.IsStatic
        select $"{project}/{file.Locate(node)}: name the factory for what it does, such as Create, Parse or From.";
}
