namespace Studies.Tests.Claims;

public sealed class RawPackTests : FolderTests
{
    [Fact]
    public void ResultFiles_Packed_AreUnpackedAsTheyWereWithoutPlaceOnThisMachine()
    {
        Write("claims-1/a/1.json", $"\"{ProgramLocator.RepositoryRoot}/tests\"");
        Write("claims-1/ab/go-1.txt", "Requests per second");
        Write("claims-1/a.log", "a log");

        var pack = RawPack.Save(Path.Combine(Folder, "claims-1"), Folder).ShouldNotBeNull();
        pack.ShouldMatch("^raw/claims-1-[0-9a-f]{16}\\.tar\\.br$");
        var unpacked = Directory.CreateDirectory(Path.Combine(Folder, "unpacked")).FullName;
        RawPack.Unpack(Path.Combine(Folder, pack), unpacked);

        Directory.GetFiles(unpacked, "*", SearchOption.AllDirectories)
            .Select(file => Path.GetRelativePath(unpacked, file)).Order().ShouldBe(["a/1.json", "ab/go-1.txt"]);
        File.ReadAllText(Path.Combine(unpacked, "a", "1.json")).ShouldBe("\"/tests\"");
    }
}
