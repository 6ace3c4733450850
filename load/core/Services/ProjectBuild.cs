using System.Xml.Linq;
using TwoTier.Load.Scenarios;

namespace TwoTier.Load.Services;

/// <summary>A project of a side of <c>load ab</c>, which is built or published in a folder of its own.</summary>
internal sealed class ProjectBuild(
    string name, string file, string artifacts, AbSettings settings, Action<string> report, CancellationToken stop)
{
    private const string Central = "ManagePackageVersionsCentrally";
    private const int ShownLines = 10;

    // How a project asks to be deployed.
    private static readonly string[] Deployments =
        ["PublishAot", "PublishTrimmed", "PublishReadyToRun", "PublishSingleFile"];

    private static readonly string[] Properties =
        ["TargetPath", "TargetFrameworks", "ProjectAssetsFile", "AssemblyName", .. Deployments];

    private string Folder => Path.GetDirectoryName(file)!;

    /// <summary>Builds it with one of its packages in another version; the text names what NuGet has resolved.</summary>
    public async Task<Side> BuildWithPackageAsync(string text, string package, string version)
    {
        // Imported after the project, so that it replaces the version, wherever the project has it from.
        var targets = $"{artifacts}.targets";
        var (item, metadata) = await FindVersionAsync(package);
        File.WriteAllText(targets, new XElement("Project", new XElement("ItemGroup", new XElement(
            item, new XAttribute("Update", package), new XAttribute(metadata, version)))).ToString());
        var side = await BuildAsync(
            text, $"-p:CustomAfterMicrosoftCommonTargets={targets}", "-p:RestorePackagesWithLockFile=false");
        var assets = (await EvaluateAsync([file, "--artifacts-path", artifacts]))("ProjectAssetsFile");
        var resolved = JsonNode.Parse(File.ReadAllText(assets))!["libraries"]!.AsObject()
            .Select(library => library.Key.Split('/'))
            .First(library => library[0].Equals(package, StringComparison.OrdinalIgnoreCase));
        return side with { Text = $"{side.Text} with {string.Join(' ', resolved)}" };
    }

    public async Task<Side> BuildAsync(string text, params string[] properties)
    {
        report($"{name}: builds {Path.GetFileName(file)}");
        string[] build = [file, "-c", "Release", "--artifacts-path", artifacts, .. properties];
        var project = await EvaluateAsync(build);
        if (project("TargetPath") is "")
        {
            // With several frameworks, each has a path. The newest is the one of this SDK, if any is.
            var newest = project("TargetFrameworks").Split(';')
                .MaxBy(one => Version.TryParse(one.Replace("net", ""), out var version) ? version : null)!;
            build = [.. build, "-f", newest];
            project = await EvaluateAsync(build);
        }

        if (!project("TargetPath").StartsWith(artifacts, StringComparison.Ordinal))
        {
            // The project says where it is built to: both sides would be in that folder, which is the user's.
            build = [.. build, $"-p:OutDir={Path.Combine(artifacts, "out")}/"];
            project = await EvaluateAsync(build);
        }

        // The project may also say where it is published to.
        var folder = Path.Combine(artifacts, "publish");
        await RunDotnetAsync(settings.Publish ? ["publish", .. build, $"-p:PublishDir={folder}/"] : ["build", .. build]);
        var source = await Checkout.IdentifyAsync(Folder, stop);
        if (!settings.Publish)
        {
            if (Deployments.Where(one => project(one) is "true").ToArray() is { Length: > 0 } asked)
                report($"{name}: measured under the JIT; --publish measures what you deploy ({string.Join(", ", asked)})");
            return CreateSide(text, $"dotnet \"{project("TargetPath")}\"", Folder);
        }

        var program = Path.Combine(folder, project("AssemblyName"));
        return CreateSide(
            $"{text}, published", File.Exists($"{program}.dll") ? $"dotnet \"{program}.dll\"" : $"\"{program}\"", folder);

        Side CreateSide(string text, string command, string folder) =>
            new(name, text, command, folder) { Variables = settings.Env, Identity = source };
    }

    // The item and its metadata that say the version of a package.
    private async Task<(string Item, string Metadata)> FindVersionAsync(string package)
    {
        var read = JsonNode.Parse(await RunDotnetAsync(
            ["build", file, $"-getProperty:{Central}", "-getItem:PackageReference"]))!;
        var all = read["Items"]!["PackageReference"]!.AsArray().OfType<JsonObject>().ToArray();
        var found = Array.Find(all, one =>
            package.Equals((string?)one["Identity"], StringComparison.OrdinalIgnoreCase))
            ?? throw new ServiceException($"--package: {Path.GetFileName(file)} has no package {package}. It has: "
                + string.Join(", ", all.Select(one => (string?)one["Identity"])));
        return found.ContainsKey("VersionOverride") ? ("PackageReference", "VersionOverride")
            : (string?)read["Properties"]![Central] is "true" ? ("PackageVersion", "Version")
            : ("PackageReference", "Version");
    }

    // As they are when it is published, if it is. Nothing is built.
    private async Task<Func<string, string>> EvaluateAsync(string[] build)
    {
        string[] asked = [.. Properties.Select(property => $"-getProperty:{property}")];
        var read = JsonNode.Parse(await RunDotnetAsync(
            ["build", .. build, .. settings.Publish ? ["-p:_IsPublishing=true"] : Array.Empty<string>(), .. asked]));
        return property => (string)read!["Properties"]![property]!;
    }

    private async Task<string> RunDotnetAsync(string[] arguments)
    {
        var (exitCode, output) = await GuardedProcess.RunAsync("dotnet", arguments, Folder, stop);
        if (exitCode == 0)
            return output.Trim();
        string[] lines = [.. output.Split('\n').Select(line => line.Trim()).Where(line => line is not "").Distinct()];
        var errors = lines.Where(line => line.Contains(": error", StringComparison.Ordinal)).Take(ShownLines).ToArray();
        throw new ServiceException($"{name} does not build:"
            + string.Concat((errors is [] ? lines[^Math.Min(ShownLines, lines.Length)..] : errors)
                .Select(line => $"\n    {line}")));
    }
}
