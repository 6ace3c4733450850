namespace Studies.Tests.Claims;

public sealed class RawPackTests : IDisposable
{
    private readonly string _folder = Directory.CreateTempSubdirectory("raw-pack-").FullName;

    public void Dispose() => Directory.Delete(_folder, recursive: true);

    [Fact]
    public void ResultFiles_Packed_AreUnpackedAsTheyWereWithoutPlaceOnThisMachine()
    {
        Write("claims-1/a/1.json", $"\"{ProgramLocator.RepositoryRoot}/tests\"");
        Write("claims-1/ab/go-1.txt", "Requests per second");
        Write("claims-1/a.log", "a log");

        var pack = RawPack.Save(Path.Combine(_folder, "claims-1"), _folder).ShouldNotBeNull();
        pack.ShouldMatch("^raw/claims-1-[0-9a-f]{16}\\.tar\\.gz$");
        var unpacked = Directory.CreateDirectory(Path.Combine(_folder, "unpacked")).FullName;
        RawPack.Unpack(Path.Combine(_folder, pack), unpacked);

        Directory.GetFiles(unpacked, "*", SearchOption.AllDirectories)
            .Select(file => Path.GetRelativePath(unpacked, file)).Order().ShouldBe(["a/1.json", "ab/go-1.txt"]);
        File.ReadAllText(Path.Combine(unpacked, "a", "1.json")).ShouldBe("\"/tests\"");
    }

    private void Write(string path, string text)
    {
        var file = new FileInfo(Path.Combine(_folder, path));
        file.Directory!.Create();
        File.WriteAllText(file.FullName, text);
    }
}
