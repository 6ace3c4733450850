using EndToEnd.Tests.Architecture;
using YamlDotNet.RepresentationModel;

namespace EndToEnd.Tests;

/// <summary>Runs the load tool with the arguments of a pod of the Job in deploy/kubernetes/load.</summary>
[Slow]
[TimeLimit(120)]
public sealed class KubernetesJobTests
{
    [Fact]
    public async Task LoadJob_PartRun_PrintsAResultWithItsRequestsInOneLine()
    {
        await using var backend = new CountingBackend();
        var yaml = new YamlStream();
        yaml.Load(new StringReader(RepositoryFiles.Read("deploy/kubernetes/load/job.yaml")));
        var container = yaml.Documents[0].RootNode["spec"]["template"]["spec"]["containers"][0];
        var (address, beginning) = (
            backend.Address.GetLeftPart(UriPartial.Authority), TimeProvider.System.GetUtcNow().AddSeconds(5));
        var arguments = ((YamlSequenceNode)container["args"]).Select(argument => $"{argument}"
            .Replace("$(PART)", "1", StringComparison.Ordinal)
            .Replace("http://frontend-api:8080", address, StringComparison.Ordinal)
            .Replace("2000-01-01T00:00:00Z", $"{beginning:s}Z", StringComparison.Ordinal)
            .Replace("--rate=500/s", "--rate=90/s", StringComparison.Ordinal)
            .Replace("--duration=60s", "--duration=1s", StringComparison.Ordinal)).ToArray();
        arguments.ShouldContain("--part=1/3");

        var run = await ProcessRunner.CaptureAsync(
            ProgramLocator.CreateStartInfo("Load", arguments), TestContext.Current.CancellationToken);

        var line = run.All.Split('\n').Where(one => one.StartsWith('{')).ShouldHaveSingleItem(run.All);
        JsonElement.Parse(line).GetProperty("variants")[0].GetProperty("requests").GetInt64().ShouldBe(90, run.All);
        run.Output.Trim().ShouldBe(line.Trim());
    }
}
