using System.Text.RegularExpressions;
using EndToEnd.Tests.Architecture;

namespace EndToEnd.Tests;

/// <summary>Tests that each architecture rule finds a violation that is planted in a small project.</summary>
public sealed class ArchitectureRulesTests
{
    private const string UpwardUseMessage =
        "A folder uses a folder that is not in a lower layer:\n  Top → Middle/Inner\n    Top/Upper.cs:2 → Lower";

    private static readonly (string Path, string Text) UpperFile = ("Top/Upper.cs", """
        namespace Sample.Top;
        internal sealed class Upper { public const int Size = 1; private readonly Middle.Inner.Lower _lower = new(); }
        """);

    private static readonly (string Path, string Text) LowerFile = ("Middle/Inner/Lower.cs", """
        namespace Sample.Middle.Inner;
        internal sealed class Lower;
        """);

    [Fact]
    public void SourceLines_OneLineIsTooLong_LineIsFound()
    {
        var longest = new string('x', 120);
        string[] lines = [longest, $"{longest}y", $"var text = \"{longest}\";", $"var text = \"{longest}\" + {longest};"];

        LineRules.FindLongLines("a.cs", string.Join("\r\n", lines))
            .ShouldBe(["a.cs:2 has 121 columns.", "a.cs:4 has 257 columns."]);
    }

    [Fact]
    public void Namespaces_NamespaceDiffersFromFolder_NamespaceIsFound()
    {
        var project = SourceProject.CreateSample(
            UpperFile, ("Middle/Other.cs", "namespace Sample.Wrong;\nclass Other { class Nested; }"));

        SourceRules.FindWrongNamespaces(project).ShouldBe(
            ["sample/Middle/Other.cs:2: the namespace of Other is Sample.Wrong instead of Sample.Middle."]);
    }

    [Fact]
    public void Namespaces_EachMatchesFolder_NothingIsFound()
    {
        var project = SourceProject.CreateSample(UpperFile, LowerFile, ("Program.cs", "new Args();\nclass Args;"));

        SourceRules.FindWrongNamespaces(project).ShouldBeEmpty();
    }

    [Fact]
    public void FolderCycles_FoldersUseOnlyLowerFolders_NoCycleIsFound() =>
        FolderGraph.Create(SourceProject.CreateSample(UpperFile, LowerFile)).FindCycles().ShouldBeEmpty();

    [Theory]
    [InlineData("class Planted { Top.Upper? _field; }")]
    [InlineData("class Planted { int _size = Top.Upper.Size; }")]
    [InlineData("class Planted { string _name = nameof(Top.Upper); }")]
    [InlineData("class Planted { object _new = (Top.Upper)new(); }")]
    [InlineData("class Planted { bool _is = new object() is Top.Upper; }")]
    [InlineData("class Planted : List<Top.Upper>;")]
    [InlineData("[Obsolete(\"\" + nameof(Sample.Top.Upper.Size))] class Planted;")]
    public void FolderCycles_LowerFolderUsesUpperFolder_CycleAndUseAreFound(string planted)
    {
        const string Head = "using System;\nusing System.Collections.Generic;\nnamespace Sample.Middle.Inner;\n";
        var graph = FolderGraph.Create(SourceProject.CreateSample(
            UpperFile, LowerFile, ("Middle/Inner/Planted.cs", Head + planted)));

        graph.FindCycles().ShouldHaveSingleItem().Split('\n').ShouldBe(
            [
                "The folders Middle/Inner, Top form a cycle:",
                "  Middle/Inner → Top", "    Middle/Inner/Planted.cs:4 → Upper",
                "  Top → Middle/Inner", "    Top/Upper.cs:2 → Lower",
            ],
            ignoreOrder: true);
    }

    [Fact]
    public void FolderCycles_OneUseClosesAllCycles_UseIsListedFirst()
    {
        var graph = FolderGraph.Create(SourceProject.CreateSample(
            ("A/One.cs", "namespace Sample.A;\nclass One { B.Two? _two; }"),
            ("B/Two.cs", "namespace Sample.B;\nclass Two { A.One? _one; A.Other? _other; C.Three? _three; }"),
            ("C/Three.cs", "namespace Sample.C;\nclass Three { A.One? _one; }"),
            ("A/Other.cs", "namespace Sample.A;\nclass Other { B.Two? _two; }")));

        graph.FindCycles().ShouldHaveSingleItem().ShouldStartWith("The folders A, B, C form a cycle:\n  A → B\n");
    }

    [Fact]
    public void FolderCycles_BetweenFolderAndItsSubfolder_AreFound()
    {
        var graph = FolderGraph.Create(SourceProject.CreateSample(
            LowerFile, ("Middle/Outer.cs", "namespace Sample.Middle;\nclass Outer { Inner.Lower? _inner; }"),
            ("Middle/Inner/Planted.cs", "namespace Sample.Middle.Inner;\nclass Planted { Outer? _outer; }")));

        graph.FindCycles().ShouldHaveSingleItem().ShouldStartWith("The folders Middle, Middle/Inner form a cycle:");
    }

    [Fact]
    public void TypeUses_DocCommentAndPropertyNamedLikeAType_AreNotCounted()
    {
        var graph = FolderGraph.Create(SourceProject.CreateSample(
            UpperFile, LowerFile, ("Middle/Inner/Planted.cs", """
                namespace Sample.Middle.Inner;
                /// <summary>See <see cref="Top.Upper"/>.</summary>
                class Planted { int Upper => 1; int Twice => 2 * Upper; }
                """)));

        graph.FindCycles().ShouldBeEmpty();
    }

    [Theory]
    [InlineData("Top\nMiddle/Inner", null)]
    [InlineData("Middle/Inner\nTop", UpwardUseMessage)]
    [InlineData("Top | Middle/Inner", UpwardUseMessage)]
    [InlineData("Top", "The folder Middle/Inner is missing from the layer table.")]
    [InlineData("Top\nMiddle/Inner\nBottom", "The layer table lists Bottom, but there is no such folder.")]
    public void Layers_UseOfFolderThatIsNotInLowerLayer_IsFound(string layers, string? finding)
    {
        var graph = FolderGraph.Create(SourceProject.CreateSample(UpperFile, LowerFile));

        LayerTable.Parse(layers).FindViolations(graph).ShouldBe(finding is null ? [] : [finding]);
    }

    [Fact]
    public void LargeFolders_FolderHasOneFileTooMany_IsFound() =>
        SourceRules.FindLargeFolders(SourceProject.CreateSample(UpperFile, ("Top/Other.cs", "")), limit: 1)
            .ShouldBe(["The folder sample/Top has 2 files. The limit is 1."]);

    [Fact]
    public void TypeUses_OfForbiddenNamespace_AreFound()
    {
        var project = SourceProject.CreateSample(
            ("Watch.cs", "namespace Sample;\nclass Watch { System.Threading.Tasks.Task? _task; }"));

        SourceRules.FindForbiddenUses(project, type => type.ContainingNamespace.ToDisplayString() == "System.Threading.Tasks")
            .ShouldBe(["sample/Watch.cs:2 uses the forbidden type System.Threading.Tasks.Task."]);
    }

    [Fact]
    public void ForbiddenWords_InSourceFile_AreFoundWithLineNumbers() =>
        SourceRules.FindForbiddenWords("a.cs", "one\n// two\nvar tWO = 2;", new Regex("two", RegexOptions.IgnoreCase))
            .ShouldBe(["a.cs:2: two", "a.cs:3: tWO"]);

    [Theory]
    [InlineData("""File.ReadLines("/proc/self/status")""", true)]
    [InlineData("""File.ReadLines($"/proc/{1}/status")""", true)]
    [InlineData("""[DllImport("libc")]""", true)]
    [InlineData("""new ProcessStartInfo("taskset", "-c 1")""", true)]
    [InlineData("""OperatingSystem.IsLinux() ? new ProcessStartInfo("taskset", "-c 1") : null""", false)]
    [InlineData("""Console.WriteLine("Linux has taskset and /proc")""", false)]
    public void UsesOfOneSystem_WithoutQuestionForTheSystem_AreFound(string use, bool isFound)
    {
        var member = use[0] is '[' ? $"{use} static void M();" : $"object? M() => {use};";
        var project = SourceProject.CreateSample(("A.cs", $"namespace Sample;\nclass A {{ {member} }}"));

        SourceRules.FindUnguardedSystemUses(project).Count().ShouldBe(isFound ? 1 : 0);
    }

    [Theory]
    [InlineData("public static int Of(int x) => x;", true)]
    [InlineData("int Use() { return Of(1); static int Of(int x) => x; }", true)]
    [InlineData("public static int Parse(int x) => x;", false)]
    public void FactoryMethods_NamedOf_AreFound(string member, bool isFound)
    {
        var project = SourceProject.CreateSample(("A.cs", $"namespace Sample;\nclass A {{ {member} }}"));

        SourceRules.FindFactoriesNamedOf(project).Count().ShouldBe(isFound ? 1 : 0);
    }

    [Theory]
    [InlineData("<summary>Reads a file.</summary>", false)]
    [InlineData("<summary>\n/// Reads a file,\n/// of any length.\n/// </summary>", false)]
    [InlineData("<summary><c>rounds</c> in the result.</summary>", false)]
    [InlineData("<summary>Office hours.</summary>", false)]
    [InlineData("<summary>Of the run.</summary>", true)]
    [InlineData("<summary>\n/// Its name.\n/// </summary>", true)]
    [InlineData("<summary>Good.</summary>\n/// <param name=\"x\">in seconds.</param>", true)]
    [InlineData("<summary>Good.</summary>\n/// <returns>What was read.</returns>", true)]
    [InlineData("<summary></summary>", true)]
    public void DocComments_ThatAreFragments_AreFound(string comment, bool isFound)
    {
        var project = SourceProject.CreateSample(("A.cs", $"namespace Sample;\n/// {comment}\nclass A;"));

        DocRules.FindFragments(project).Count().ShouldBe(isFound ? 1 : 0);
    }

    [Theory]
    [InlineData("sealed class Good : Strategy;", "")]
    [InlineData("class Open : Strategy;", "The strategy Open is not sealed.")]
    [InlineData(
        "sealed class Copy : Strategy { First? _first; }",
        "Strategies/Planted.cs:2 → First: a strategy must not use another strategy.")]
    [InlineData(
        "sealed class Two : Strategy;\nenum Kind;",
        "Strategies/Planted.cs declares other types besides the strategy Two. The file of a strategy must declare no "
        + "other type.")]
    [InlineData(
        "sealed partial class Parts : Strategy;", "The strategy Parts is declared in several files instead of one.")]
    public void StrategyClasses_ClassBreaksRule_ClassIsFound(string planted, string finding)
    {
        var project = SourceProject.CreateSample(
            ("Strategies/Strategy.cs", "namespace Sample.Strategies;\nabstract class Strategy;"),
            ("Strategies/First.cs", "namespace Sample.Strategies;\nsealed class First : Strategy;"),
            ("Other/Parts.cs", "namespace Sample.Strategies;\npartial class Parts;"),
            ("Strategies/Planted.cs", $"namespace Sample.Strategies;\n{planted}"));

        StrategyRules.FindViolations(project, "Strategies").ShouldBe(finding is "" ? [] : [finding]);
    }

    [Fact]
    public void StrategyClasses_FileIsTooLong_FileIsFound()
    {
        var body = new string('\n', 60);
        var project = SourceProject.CreateSample(
            ("Strategies/Strategy.cs", "namespace Sample.Strategies;\nabstract class Strategy;"),
            ("Strategies/Long.cs", $"namespace Sample.Strategies;\nsealed class Long : Strategy\n{{{body}}}"));

        StrategyRules.FindViolations(project, "Strategies")
            .ShouldBe(["Strategies/Long.cs has 63 lines. The file of a strategy must have fewer than 60."]);
    }
}
