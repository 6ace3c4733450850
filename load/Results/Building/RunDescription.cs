using Load.Config;
using Load.Http;

namespace Load.Results.Building;

/// <summary>What was planned, as it was asked for.</summary>
/// <param name="Scenario">Of the run and its files.</param>
/// <param name="Command">The command line.</param>
/// <param name="Repeat">What to type to see it again.</param>
/// <param name="Seed">Of values and orders.</param>
/// <param name="Timeout">Of a request.</param>
/// <param name="Cores">Of this machine.</param>
internal sealed record RunDescription(Scenario Scenario, string Command, string Repeat, int Seed, TimeSpan Timeout, int Cores)
{
    public string Name => Scenario.Name;

    public static RunDescription Create(RunOptions given, RequestMix target, string standardName, string commandLine, OutputOptions outputs) => new(
        new Scenario(given.NameOr(standardName), given.File?.Path, given.File?.Sha256, target.Description),
        commandLine,
        outputs.Repeat ?? commandLine,
        given.Requests.Seed,
        given.Timeout,
        Environment.ProcessorCount);
}
