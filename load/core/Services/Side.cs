namespace TwoTier.Load.Services;

/// <summary>
/// One of the two services of <c>load ab</c>, with the text that named it: the command that starts it in a folder, or
/// the image of its container.
/// </summary>
internal sealed record Side(string Name, string Text, string Command, string Folder)
{
    public ContainerImage? Image { get; init; }

    /// <summary>What identifies its program; null if only its build does.</summary>
    public string? Identity { get; init; }

    /// <summary>The variables that the user gives it.</summary>
    public IReadOnlyDictionary<string, string> Variables { get; init; } = new Dictionary<string, string>();
}
