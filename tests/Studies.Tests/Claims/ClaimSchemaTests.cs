using Studies.Claims.Files;
using Studies.Essays;

namespace Studies.Tests.Claims;

public sealed class ClaimSchemaTests
{
    [Fact]
    public void PublishedSchema_OfClaimFiles_IsUpToDate() =>
        GenerateCommand.ReadFile(ClaimSchema.Path).ShouldBe(ClaimSchema.Format(), "make generate renews the schema.");
}
