using System.Diagnostics;

namespace Testbed;

/// <summary>How the programs of this repository are started: each is built beside this one.</summary>
internal static class Command
{
    public static ProcessStartInfo Of(string assembly, IEnumerable<string> arguments) =>
        new(Environment.ProcessPath is { } host && Path.GetFileNameWithoutExtension(host) is "dotnet" ? host : "dotnet",
            [PathOf(assembly), .. arguments]);

    // artifacts/bin/<project>/<configuration>/<assembly>.dll
    private static string PathOf(string assembly)
    {
        var here = new DirectoryInfo(AppContext.BaseDirectory);
        return Path.Combine(here.Parent!.Parent!.FullName, assembly, here.Name, $"{assembly}.dll");
    }
}
