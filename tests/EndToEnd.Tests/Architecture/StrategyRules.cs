using Microsoft.CodeAnalysis;

namespace EndToEnd.Tests.Architecture;

/// <summary>
/// Architecture rules for the strategy classes: each class must be independent of the others, so that it can be read,
/// copied and deleted alone.
/// </summary>
internal static class StrategyRules
{
    private const int MaximumLines = 60;

    /// <summary>Finds the classes in a folder that derive from an abstract class of that folder.</summary>
    public static IReadOnlyList<(SourceFile File, INamedTypeSymbol Type)> FindStrategies(
        SourceProject project, string folder)
    {
        var types = project.Files.Where(file => file.Directory == folder)
            .SelectMany(file => file.DeclaredTypes.Select(declared => (File: file, declared.Type)))
            .ToArray();
        var kinds = types.Select(declared => declared.Type).Where(type => type.IsAbstract && !type.IsStatic)
            .ToHashSet<INamedTypeSymbol>(SymbolEqualityComparer.Default);
        return
        [
            .. from declared in types
               where declared.Type is { TypeKind: TypeKind.Class, IsAbstract: false }
               where declared.Type.BaseType is { } kind && kinds.Contains(kind.OriginalDefinition)
               select declared,
        ];
    }

    /// <summary>
    /// Finds strategy classes that are not sealed, not alone in one short file, or use another strategy class.
    /// </summary>
    public static IEnumerable<string> FindViolations(SourceProject project, string folder)
    {
        var strategies = FindStrategies(project, folder);
        var types = strategies.Select(strategy => strategy.Type).ToHashSet<ISymbol>(SymbolEqualityComparer.Default);
        foreach (var (file, strategy) in strategies)
        {
            if (!strategy.IsSealed)
                yield return $"The strategy {strategy.Name} is not sealed.";
            if (strategy.DeclaringSyntaxReferences.Length > 1)
                yield return $"The strategy {strategy.Name} is declared in several files instead of one.";
            if (file.LineCount >= MaximumLines)
            {
                yield return $"{file.Path} has {file.LineCount} lines. The file of a strategy must have fewer than "
                    + $"{MaximumLines}.";
            }

            if (file.DeclaredTypes.Count() > 1)
            {
                yield return $"{file.Path} declares other types besides the strategy {strategy.Name}. The file of a "
                    + "strategy must declare no other type.";
            }

            foreach (var use in project.TypeUses.Where(use => use.User == file && types.Contains(use.Type)))
                yield return $"{use}: a strategy must not use another strategy.";
        }
    }
}
