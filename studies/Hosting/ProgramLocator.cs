using System.Diagnostics;

namespace Studies.Hosting;

/// <summary>Finds the programs and the files of this repository, whatever the current directory is.</summary>
internal static class ProgramLocator
{
    public static string RepositoryRoot { get; } = Path.GetFullPath("../../../..", AppContext.BaseDirectory);

    /// <summary>Gets the absolute path of a file or folder of the repository.</summary>
    public static string GetPath(params string[] parts) => Path.Combine([RepositoryRoot, .. parts]);

    /// <summary>Gets a scenario of the load tool, relative to the current directory, as reports show it.</summary>
    public static string GetScenarioPath(string name) =>
        Path.GetRelativePath(Environment.CurrentDirectory, GetPath("load", "scenarios", $"{name}.yaml"));

    /// <summary>Gets a folder in the folder of results, relative to the current directory.</summary>
    public static string GetResultsPath(params string[] parts) =>
        Path.GetRelativePath(Environment.CurrentDirectory, GetPath(["results", .. parts]));

    /// <summary>Creates the command line of a program that is built beside this one.</summary>
    /// <param name="assembly">The name of the assembly, such as FrontendApi.</param>
    /// <param name="arguments">The arguments of the program.</param>
    public static ProcessStartInfo CreateStartInfo(string assembly, IEnumerable<string> arguments)
    {
        // artifacts/bin/<project>/<configuration>/<assembly>.dll
        var folder = new DirectoryInfo(AppContext.BaseDirectory);
        var path = Path.Combine(folder.Parent!.Parent!.FullName, assembly, folder.Name, $"{assembly}.dll");
        return new ProcessStartInfo(DotnetHost, [path, .. arguments])
        {
            Environment =
            {
                // A proxy of this machine would be part of what is measured.
                ["no_proxy"] = "127.0.0.1,localhost",
                // The address that a service listens on is read from its log.
                ["Logging__Console__FormatterName"] = "json",
            },
        };
    }

    /// <param name="program">The name of a program, without a folder.</param>
    public static bool IsInstalled(string program) => Environment.GetEnvironmentVariable("PATH")!
        .Split(Path.PathSeparator)
        .Any(folder => File.Exists(Path.Combine(folder, OperatingSystem.IsWindows() ? $"{program}.exe" : program)));

    private static string DotnetHost =>
        Environment.ProcessPath is { } path && Path.GetFileNameWithoutExtension(path) is "dotnet" ? path : "dotnet";
}
