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

    /// <param name="scenario">The options that name the run, its requests and its time limit.</param>
    /// <param name="requests">The requests to send.</param>
    /// <param name="defaultName">The name of the run if the options give none.</param>
    /// <param name="commandLine">The command line, without secrets.</param>
    /// <param name="output">The options that may name another command for repeating the run.</param>
    public static RunDescription Create(
        ScenarioOptions scenario, RequestMix requests, string defaultName, string commandLine, OutputOptions output) => new(
        new Scenario(scenario.GetName(defaultName), scenario.File?.Path, scenario.File?.Sha256, requests.Description),
        commandLine,
        output.Repeat ?? commandLine,
        scenario.Requests.Seed,
        scenario.Timeout,
        Environment.ProcessorCount);
}
