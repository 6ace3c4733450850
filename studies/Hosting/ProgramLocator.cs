using System.Diagnostics;

namespace Studies.Hosting;

/// <summary>How the programs of this repository are started: each is built beside this one.</summary>
internal static class Command
{
    public static ProcessStartInfo Of(string assembly, IEnumerable<string> arguments) =>
        new(Environment.ProcessPath is { } host && Path.GetFileNameWithoutExtension(host) is "dotnet" ? host : "dotnet",
            [PathOf(assembly), .. arguments])
        {
            // A proxy of the machine's would be what is measured.
            Environment = { ["no_proxy"] = "127.0.0.1,localhost" },
        };

    /// <param name="program">Without a folder.</param>
    public static bool IsInstalled(string program) => Environment.GetEnvironmentVariable("PATH")!.Split(Path.PathSeparator)
        .Any(folder => File.Exists(Path.Combine(folder, OperatingSystem.IsWindows() ? $"{program}.exe" : program)));

    /// <summary>Of the repository.</summary>
    public static string Root { get; } = Path.GetFullPath("../../../..", AppContext.BaseDirectory);

    /// <summary>A scenario of the load tool, as a path from here.</summary>
    public static string Scenario(string name) => Path.GetRelativePath(
        Environment.CurrentDirectory, Path.Combine(Root, "load", "scenarios", $"{name}.yaml"));

    // artifacts/bin/<project>/<configuration>/<assembly>.dll
    private static string PathOf(string assembly)
    {
        var here = new DirectoryInfo(AppContext.BaseDirectory);
        return Path.Combine(here.Parent!.Parent!.FullName, assembly, here.Name, $"{assembly}.dll");
    }
}
