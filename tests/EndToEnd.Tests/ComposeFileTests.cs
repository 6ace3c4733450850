namespace EndToEnd.Tests;

public sealed partial class ComposeFileTests
{
    /// <summary>SELinux keeps a folder of the host from a container, unless the option z labels the folder.</summary>
    [Fact]
    public void ComposeFile_FoldersOfTheHost_AreLabelledForSelinux()
    {
        var text = RepositoryFiles.Read("docker-compose.yml");
        var mounts = MountPattern().Matches(text).Select(mount => mount.Groups[1].Value).ToArray();

        mounts.ShouldContain("./results:/results:z");
        mounts.ShouldContain(mount => mount.StartsWith("${TLS", StringComparison.Ordinal));
        mounts.Where(mount => !LabelPattern().IsMatch(mount)).ShouldBeEmpty();
        text.ShouldNotContain("type: bind");
    }

    /// <summary>Finds mounts in the short form. Their source is a path, or a variable that may contain one.</summary>
    [GeneratedRegex("""["\s]([./~$][^"\s]*:/[^/"\s][^"\s]*)""")]
    private static partial Regex MountPattern();

    /// <summary>With TLS, a folder takes the place of a volume.</summary>
    [GeneratedRegex(@":(ro,|ro\$\{TLS:\+,)?z\}?$")]
    private static partial Regex LabelPattern();
}
