using System.Reflection;
using BackendApi.Telemetry;
using FrontendApi.Strategies;
using FrontendApi.Telemetry;
using ServiceDefaults;
using Testing;

namespace EndToEnd.Tests;

/// <summary>Who may know whom.</summary>
public sealed class ArchitectureTests
{
    private static readonly Assembly Frontend = typeof(FrontendMetrics).Assembly;
    private static readonly Assembly Backend = typeof(BackendMetrics).Assembly;
    private static readonly Assembly Defaults = typeof(ServiceDefaultsExtensions).Assembly;
    private static readonly Assembly Load = Assembly.Load("Load");
    private static readonly Assembly Testbed = Assembly.Load("Testbed");
    private static readonly string[] Ours = [.. new[] { Frontend, Backend, Defaults, Load, Testbed }.Select(NameOf)];

    [Fact]
    public void Services_OfOurs_KnowOnlyTheServiceDefaults()
    {
        OursKnownTo(Frontend).ShouldBe([NameOf(Defaults)]);
        OursKnownTo(Backend).ShouldBe([NameOf(Defaults)]);
    }

    [Fact]
    public void ServiceDefaults_LoadAndTestbed_KnowNothingOfOurs()
    {
        OursKnownTo(Defaults).ShouldBeEmpty();
        OursKnownTo(Load).ShouldBeEmpty();
        OursKnownTo(Testbed).ShouldBeEmpty();
    }

    [Theory]
    [InlineData("Polly")]
    [InlineData("System.Net.Http")]
    [InlineData("Microsoft.Extensions.Http")]
    public void ServiceDefaults_OfClientsAndResilience_KnowNothing(string prefix) =>
        Defaults.GetReferencedAssemblies().ShouldNotContain(name => name.Name!.StartsWith(prefix, StringComparison.Ordinal));

    [Fact]
    public void Strategy_OfTheOthers_KnowsNone()
    {
        var types = StrategyCatalog.All.Select(TypeOf).ToArray();
        foreach (var type in types)
        {
            var source = File.ReadAllText(Path.Combine(Repository.Root, "frontend-api", "Strategies", $"{type.Name}.cs"));
            source.Split('\n').Length.ShouldBeLessThan(60, type.Name);
            foreach (var other in types.Where(other => other != type))
                source.ShouldNotMatch($@"\b{other.Name}\b(?!<)");
        }
    }

    private static Type TypeOf(Strategy strategy) => strategy switch
    {
        HttpClientStrategy http => http.Implementation.GetType(),
        _ => ((WebClientStrategy)strategy).Implementation.GetType(),
    };

    private static IEnumerable<string> OursKnownTo(Assembly assembly) =>
        assembly.GetReferencedAssemblies().Select(name => name.Name!).Where(Ours.Contains);

    private static string NameOf(Assembly assembly) => assembly.GetName().Name!;
}
