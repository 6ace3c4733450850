namespace EndToEnd.Tests.Architecture;

/// <summary>
/// An arrow in a folder graph: all uses of one folder's types by another folder of the same project. A nested folder
/// counts as a separate folder.
/// </summary>
internal sealed record FolderDependency(string From, string To, IReadOnlyList<TypeUse> Uses)
{
    private const int MaxShownUses = 10;

    public override string ToString()
    {
        var lines = Uses.Take(MaxShownUses).Select(use => $"\n    {use}");
        var rest = Uses.Count > MaxShownUses ? $"\n    and {Uses.Count - MaxShownUses} more uses" : "";
        return $"  {From} → {To}{string.Concat(lines)}{rest}";
    }
}

/// <summary>
/// A graph of the folders of a project. An arrow from one folder to another means that the one uses types of the other.
/// </summary>
internal sealed class FolderGraph
{
    private FolderGraph(IReadOnlyList<string> folders, IReadOnlyList<FolderDependency> arrows) =>
        (Folders, Dependencies) = (folders, arrows);

    public IReadOnlyList<string> Folders { get; }

    public IReadOnlyList<FolderDependency> Dependencies { get; }

    public static FolderGraph Create(SourceProject project) => new(
        [.. project.Files.Select(file => file.Folder).Distinct().Order(StringComparer.Ordinal)],
        [
            .. project.TypeUses.GroupBy(use => (From: use.User.Folder, To: use.Used.Folder))
                .Where(uses => uses.Key.From != uses.Key.To)
                .Select(uses => new FolderDependency(uses.Key.From, uses.Key.To, [.. uses])),
        ]);

    private bool HasCycle => Folders.Any(folder => FindReachable(folder).Contains(folder));

    /// <summary>
    /// Finds the groups of folders that use each other in a cycle, and describes the uses within each group.
    /// </summary>
    public IReadOnlyList<string> FindCycles()
    {
        var reachable = Folders.ToDictionary(folder => folder, FindReachable);
        return
        [
            .. Folders.Where(folder => reachable[folder].Contains(folder))
                .GroupBy(folder => reachable[folder].First(other => reachable[other].Contains(folder)))
                .Select(DescribeCycle),
        ];
    }

    /// <summary>
    /// Describes folders that use each other in a cycle. Uses whose removal would break the cycle come first, then the
    /// pairs of folders with the fewest uses.
    /// </summary>
    private string DescribeCycle(IEnumerable<string> folders)
    {
        var group = folders.ToArray();
        var arrows = Dependencies.Where(arrow => group.Contains(arrow.From) && group.Contains(arrow.To)).ToArray();
        var sorted = arrows.OrderBy(arrow => new FolderGraph(group, [.. arrows.Except([arrow])]).HasCycle)
            .ThenBy(arrow => arrow.Uses.Count);
        return $"The folders {string.Join(", ", group)} form a cycle:\n{string.Join('\n', sorted)}";
    }

    /// <summary>
    /// Finds all folders that a folder uses directly or through other folders, in alphabetical order.
    /// </summary>
    private SortedSet<string> FindReachable(string folder)
    {
        var found = new SortedSet<string>(StringComparer.Ordinal);
        var next = new Queue<string>([folder]);
        while (next.TryDequeue(out var from))
        {
            foreach (var arrow in Dependencies.Where(arrow => arrow.From == from && found.Add(arrow.To)))
                next.Enqueue(arrow.To);
        }

        return found;
    }
}
