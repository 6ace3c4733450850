using Microsoft.CodeAnalysis;

namespace EndToEnd.Tests.Architecture;

/// <summary>A place where a file uses a type that another file of the same project declares.</summary>
internal sealed record TypeUse(SourceFile User, string Location, SourceFile Used, INamedTypeSymbol Type)
{
    public override string ToString() => $"{Location} → {Type.Name}";

    /// <summary>Finds the first use of each type in each file.</summary>
    public static IReadOnlyList<TypeUse> FindAll(IReadOnlyList<SourceFile> files)
    {
        var filesByTree = files.ToDictionary(file => file.Model.SyntaxTree);
        return [.. files.AsParallel().AsOrdered().SelectMany(file => FindTypeUsesInFile(file, filesByTree))];
    }

    private static IEnumerable<TypeUse> FindTypeUsesInFile(
        SourceFile user, Dictionary<SyntaxTree, SourceFile> filesByTree)
    {
        foreach (var (node, type) in user.UsedTypes.DistinctBy(found => found.Type, SymbolEqualityComparer.Default))
        {
            var declarations = type.DeclaringSyntaxReferences.Select(reference => reference.SyntaxTree)
                .Where(filesByTree.ContainsKey).Select(tree => filesByTree[tree]).ToArray();
            if (declarations.Length > 0 && !declarations.Contains(user))
                yield return new(user, user.FormatLocation(node), declarations[0], type);
        }
    }
}
