namespace Experiments.Tests.Hosting;

public sealed class PrometheusServerTests
{
    [Fact]
    public void PrometheusConfiguration_Adapted_HasFixedTargetsAndRules()
    {
        var committed = File.ReadAllText(ProgramLocator.GetPath("prometheus", "prometheus.yml"));

        Uri[] frontends = [new("http://127.0.0.1:1"), new("http://127.0.0.1:2")];
        var configured = PrometheusServer.AdaptConfiguration(
            committed, new Dictionary<string, Uri[]> { ["frontend-api"] = frontends });

        configured.ShouldContain("static_configs: [{ targets: ['127.0.0.1:1', '127.0.0.1:2'] }]");
        configured.ShouldContain("static_configs: [{ targets: [] }]");
        configured.ShouldNotContain("dns_sd_configs");
        configured.ShouldContain(ProgramLocator.GetPath("prometheus", "rules") + "/");
    }
}
