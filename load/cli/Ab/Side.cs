namespace TwoTier.Load.Cli.Ab;

/// <summary>
/// One of the two services of <c>load ab</c>: a URL of a service that runs, or what to start, with the folder to start
/// it in.
/// </summary>
internal sealed record Side(string Name, string? Url, string Command, string Folder)
{
    public bool IsStarted => Url is null;

    public static Side FromUrl(string name, string url) => new(name, url, "", "");

    public static Side FromCommand(string name, string command, string folder) => new(name, null, command, folder);
}
