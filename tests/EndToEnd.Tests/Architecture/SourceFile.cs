using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;

namespace EndToEnd.Tests.Architecture;

/// <summary>A source file of a project, with the types that it declares and uses.</summary>
/// <param name="path">The path of the file, relative to the project folder and with forward slashes.</param>
/// <param name="model">The semantic model that the compiler creates for the file.</param>
internal sealed class SourceFile(string path, SemanticModel model)
{
    private readonly Lazy<IReadOnlyList<(SyntaxNode Node, INamedTypeSymbol Type)>> _usedTypes =
        new(() => [.. FindUsedTypes(model)]);

    public string Path => path;

    public SemanticModel Model => model;

    public SyntaxNode Root => Model.SyntaxTree.GetRoot();

    public bool HasTopLevelStatements => Root.ChildNodes().OfType<GlobalStatementSyntax>().Any();

    /// <summary>
    /// The directory of the file, relative to the project folder; empty for a file directly in that folder.
    /// </summary>
    public string Directory => System.IO.Path.GetDirectoryName(Path)!.Replace('\\', '/');

    /// <summary>
    /// The folder of the file in a folder graph: its directory, or <c>Program</c> for a file with top-level statements,
    /// which belong to no namespace and may use all folders.
    /// </summary>
    public string Folder => HasTopLevelStatements ? "Program" : Directory is "" ? "." : Directory;

    public int LineCount => Model.SyntaxTree.GetText().ToString().TrimEnd().Split('\n').Length;

    /// <summary>Formats the location of a syntax node, for example <c>Cli/Session.cs:12</c>.</summary>
    public string FormatLocation(SyntaxNode node) => $"{Path}:{node.GetLocation().GetLineSpan().StartLinePosition.Line + 1}";

    /// <summary>The types that the file declares, without nested types.</summary>
    public IEnumerable<(SyntaxNode Node, INamedTypeSymbol Type)> DeclaredTypes =>
        from node in Root.DescendantNodes()
        where node is BaseTypeDeclarationSyntax or DelegateDeclarationSyntax
        let type = (INamedTypeSymbol)Model.GetDeclaredSymbol(node)!
        where type.ContainingType is null
        select (node, type);

    /// <summary>
    /// The types that the file names or whose members it uses, from this project and from others. A nested type counts
    /// as its outermost type. <c>var</c> and doc comments do not count as uses.
    /// </summary>
    public IReadOnlyList<(SyntaxNode Node, INamedTypeSymbol Type)> UsedTypes => _usedTypes.Value;

    private static IEnumerable<(SyntaxNode, INamedTypeSymbol)> FindUsedTypes(SemanticModel model) =>
        from node in model.SyntaxTree.GetRoot().DescendantNodes()
        where node is SimpleNameSyntax { IsVar: false } or BaseObjectCreationExpressionSyntax
        let type = GetType(model.GetSymbolInfo(node))
        where type is not null
        select (node, type);

    private static INamedTypeSymbol? GetType(SymbolInfo info)
    {
        var symbol = info.Symbol ?? info.CandidateSymbols.FirstOrDefault();
        var type = symbol as INamedTypeSymbol ?? symbol?.ContainingType;
        while (type?.ContainingType is { } outer)
            type = outer;
        return type?.OriginalDefinition;
    }
}
