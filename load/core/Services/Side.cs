namespace TwoTier.Load.Services;

/// <summary>
/// One of the two services of <c>load ab</c>, with the text that named it: a URL of a service that runs, or the command
/// that starts it in a folder, or the image of its container.
/// </summary>
internal sealed record Side(string Name, string Text, string? Url, string Command, string Folder)
{
    public ContainerImage? Image { get; init; }

    public bool IsStarted => Url is null;
}
