namespace Studies.Tests.Claims;

public sealed class SourceFileTests : FolderTests
{
    public static TheoryData<string> Publications =>
    [
        .. ClaimCatalog.Library.Sources.Where(source => !source.Publication.AreQuestions)
            .Select(source => source.Publication.Id),
    ];

    [Theory]
    [MemberData(nameof(Publications))]
    public void Statements_OfPublication_AreRowsOrLeftOutAndQuoteTheirFigures(string id) =>
        Get(id).FindErrors(GetClaims(id)).ShouldBeEmpty();

    [Fact]
    public void Mistakes_InStatements_AreFound()
    {
        var file = Get("prodan-2016");
        var first = file.Statements[0];
        SourceFile Change(SourceStatement changed) => file with { Statements = [changed, .. file.Statements.Skip(1)] };

        FindErrors(Change(first with { Quote = first.Quote + " 7" })).ShouldContain("changed after they were compared");
        FindErrors(Change(first with { Rows = ["B99"] })).ShouldContain("B99, which does not exist");
        FindErrors(Change(first with { Rows = [], LeftOut = null })).ShouldContain("needs rows");
        FindErrors(file with { Statements = [first] }).ShouldContain("has no quotation");
        FindErrors(file with
        {
            Statements = [.. file.Statements.Select(one => one with { Quote = "no figure" })],
        }).ShouldContain("which is not quoted");
    }

    [Fact]
    public void Quotation_ThatIsNotInText_IsFound()
    {
        Write("001_text.txt", "It served  936\nrequests.");
        var statement = new SourceStatement("served 936 requests", "the text");
        var file = Get("prodan-2016") with { Statements = [statement, statement with { Quote = "served 963" }] };

        var errors = string.Join('\n', file.FindMissing(Folder));

        errors.ShouldContain("“served 963” is not in 001_text.txt");
        errors.ShouldNotContain("served 936");
    }

    private static string FindErrors(SourceFile file) =>
        string.Join('\n', file.FindErrors(GetClaims(file.Id)));

    private static SourceFile Get(string id) =>
        ClaimCatalog.Library.Sources.Single(source => source.Publication.Id == id).Statements!;

    private static IReadOnlyList<Claim> GetClaims(string id) =>
        ClaimCatalog.Library.Sources.Single(source => source.Publication.Id == id).Claims;
}
