namespace Experiments.Tests.Hosting;

public sealed class DevelopmentCertificateTests : FolderTests
{
    [Fact]
    public void Certificate_GetAgain_IsTheSameUntilADayBeforeItExpires()
    {
        var time = new FakeTimeProvider();
        var first = ReadAuthority();
        time.Advance(DevelopmentCertificate.Lifetime - DevelopmentCertificate.Reserve - TimeSpan.FromMinutes(1));
        ReadAuthority().ShouldBe(first);
        time.Advance(TimeSpan.FromMinutes(2));
        ReadAuthority().ShouldNotBe(first);

        string ReadAuthority() =>
            File.ReadAllText(DevelopmentCertificate.GetOrCreate(Folder, time).AuthorityPath);
    }
}
