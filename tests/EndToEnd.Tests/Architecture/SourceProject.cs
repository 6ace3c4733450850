using System.Xml.Linq;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;

namespace EndToEnd.Tests.Architecture;

/// <summary>A project as the compiler sees it, without the code that source generators add.</summary>
internal sealed class SourceProject
{
    private readonly Lazy<IReadOnlyList<TypeUse>> _typeUses;

    private SourceProject(string name, string directory, string rootNamespace, CSharpCompilation compilation)
    {
        Name = name;
        RootNamespace = rootNamespace;
        Compilation = compilation;
        Files =
        [
            .. from tree in compilation.SyntaxTrees
               let path = Path.GetRelativePath(directory, tree.FilePath).Replace('\\', '/')
               where !path.StartsWith("..", StringComparison.Ordinal)
               orderby path
               select new SourceFile(path, compilation.GetSemanticModel(tree)),
        ];
        _typeUses = new(() => TypeUse.FindAll(Files));
    }

    /// <summary>The folder of the project, relative to the root of the repository.</summary>
    public string Name { get; }

    public string RootNamespace { get; }

    public CSharpCompilation Compilation { get; }

    /// <summary>
    /// The source files in the folder of the project. Generated files are in another folder and not included.
    /// </summary>
    public IReadOnlyList<SourceFile> Files { get; }

    /// <summary>The places where a file of the project uses a type that another file of the project declares.</summary>
    public IReadOnlyList<TypeUse> TypeUses => _typeUses.Value;

    /// <summary>Finds the project files of this repository that are not below tests/.</summary>
    /// <returns>Paths relative to the root of the repository.</returns>
    public static IEnumerable<string> FindAll() =>
        RepositoryFiles.Find(".", ".csproj").Where(path => !path.StartsWith("tests/", StringComparison.Ordinal));

    /// <summary>Reads a project with the arguments that the compiler received in the last build.</summary>
    /// <param name="projectFile">The path of the project file, relative to the root of the repository.</param>
    public static SourceProject Read(string projectFile)
    {
        var file = Path.Combine(Repository.Root, projectFile);
        var directory = Path.GetDirectoryName(file)!;
        var name = Path.GetFileNameWithoutExtension(file);
        var arguments = CSharpCommandLineParser.Default.Parse(ReadArguments(name), directory, sdkDirectory: null);
        arguments.Errors.ShouldBeEmpty();
        return new(
            Path.GetDirectoryName(projectFile)!.Replace('\\', '/'),
            directory,
            XDocument.Load(file).Descendants("RootNamespace").FirstOrDefault()?.Value ?? name,
            CSharpCompilation.Create(
                name,
                arguments.SourceFiles.Select(source => source.Path)
                    .Select(path => Parse(path, File.ReadAllText(path), arguments.ParseOptions)),
                arguments.MetadataReferences.Select(assembly => MetadataReference.CreateFromFile(assembly.Reference)),
                arguments.CompilationOptions));
    }

    /// <summary>
    /// Creates a small project with the root namespace Sample, as input for tests of the architecture rules.
    /// </summary>
    public static SourceProject CreateSample(params (string Path, string Text)[] files)
    {
        var directory = Path.GetFullPath("sample");
        var options = CSharpParseOptions.Default.WithDocumentationMode(DocumentationMode.Parse);
        return new("sample", directory, "Sample", CSharpCompilation.Create(
            "Sample",
            files.Select(file => Parse(Path.Combine(directory, file.Path), file.Text, options)),
            [MetadataReference.CreateFromFile(typeof(object).Assembly.Location)]));
    }

    public override string ToString() => Name;

    private static SyntaxTree Parse(string path, string text, CSharpParseOptions options) =>
        CSharpSyntaxTree.ParseText(text, options, path);

    /// <summary>
    /// Reads the compiler arguments that the last build wrote to a file, as Directory.Build.targets says.
    /// </summary>
    private static string[] ReadArguments(string project)
    {
        // The test program is in artifacts/bin/EndToEnd.Tests/release, and the compiler arguments are in
        // artifacts/obj/<project>/release.
        var tests = new DirectoryInfo(Path.TrimEndingDirectorySeparator(AppContext.BaseDirectory));
        var artifacts = tests.Parent!.Parent!.Parent!.FullName;
        var file = Path.Combine(artifacts, "obj", project, tests.Name, "compiler-arguments.txt");
        File.Exists(file).ShouldBeTrue(
            $"The project {project} is not built. Add it to Testbed.slnx and build it. Missing file: {file}");
        return File.ReadAllLines(file);
    }
}
