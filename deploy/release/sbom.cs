#:property PublishAot=false

// Writes the software bill of materials of a project as CycloneDX 1.6: every package that is part of the program, with
// its license and hash, and the .NET runtime that it needs. The project must be restored.
//   dotnet run deploy/release/sbom.cs -- load/cli load 1.0.0
using System.Text.Json;
using System.Text.Json.Nodes;
using System.Xml.Linq;

if (args is not [var project, var title, var version])
{
    Console.Error.WriteLine("usage: sbom.cs PROJECT TITLE VERSION");
    return 64;
}

var name = Path.GetFileNameWithoutExtension(Directory.GetFiles(project, "*.csproj").Single());
var assets = JsonNode.Parse(File.ReadAllText(Path.Combine("artifacts", "obj", name, "project.assets.json")))!;
var folders = assets["packageFolders"]!.AsObject().Select(folder => folder.Key).ToArray();

// A target without a runtime identifier; packages without files are only used to build.
var target = assets["targets"]!.AsObject().First(one => !one.Key.Contains('/')).Value!.AsObject();
var packages = target.Where(package => (string?)package.Value!["type"] is "package"
    && (package.Value["runtime"] ?? package.Value["runtimeTargets"]) is not null).Select(package => package.Key);

var components = new JsonArray([.. packages.Order(StringComparer.OrdinalIgnoreCase).Select(DescribePackage)]);
foreach (var framework in assets["project"]!["frameworks"]!.AsObject().First().Value!["frameworkReferences"]!.AsObject())
{
    components.Add(new JsonObject
    {
        ["type"] = "framework",
        ["bom-ref"] = framework.Key,
        ["name"] = framework.Key,
        ["version"] = Environment.Version.ToString(),
        ["licenses"] = DescribeLicense("MIT"),
    });
}

var bom = new JsonObject
{
    ["bomFormat"] = "CycloneDX",
    ["specVersion"] = "1.6",
    ["version"] = 1,
    ["metadata"] = new JsonObject
    {
        ["component"] = new JsonObject
        {
            ["type"] = "application",
            ["bom-ref"] = name,
            ["name"] = $"two-tier-testbed/{title}",
            ["version"] = version,
            ["licenses"] = DescribeLicense("MIT"),
        },
    },
    ["components"] = components,
};
Console.WriteLine(bom.ToJsonString(new JsonSerializerOptions(JsonSerializerOptions.Default) { WriteIndented = true }));
return 0;

JsonNode DescribePackage(string key)
{
    var (id, packageVersion) = (key.Split('/')[0], key.Split('/')[1]);
    var library = assets["libraries"]![key]!;
    var nuspec = folders.Select(folder => Path.Combine(folder, (string)library["path"]!, $"{id.ToLowerInvariant()}.nuspec"))
        .First(File.Exists);
    var metadata = XDocument.Load(nuspec).Root!.Elements().First();
    string? Read(string element) => metadata.Elements().FirstOrDefault(one => one.Name.LocalName == element)?.Value;
    var expression = metadata.Elements().FirstOrDefault(one =>
        one.Name.LocalName is "license" && (string?)one.Attribute("type") is "expression")?.Value;
    var component = new JsonObject
    {
        ["type"] = "library",
        ["bom-ref"] = key,
        ["name"] = id,
        ["version"] = packageVersion,
        ["purl"] = $"pkg:nuget/{id}@{packageVersion}",
        ["hashes"] = new JsonArray(new JsonObject
        {
            ["alg"] = "SHA-512",
            ["content"] = Convert.ToHexStringLower(Convert.FromBase64String((string)library["sha512"]!)),
        }),
    };
    if (Read("copyright") is { } copyright)
        component["copyright"] = copyright;
    if (expression is not null)
        component["licenses"] = DescribeLicense(expression);
    else if (Read("licenseUrl") is { } address)
        component["licenses"] = new JsonArray(new JsonObject { ["license"] = new JsonObject { ["name"] = "see address", ["url"] = address } });
    return component;
}

static JsonArray DescribeLicense(string expression) => new(new JsonObject { ["expression"] = expression });
