using Load.Config;
using Load.Http;

namespace Load.Results.Building;

/// <summary>The parts of a result that are known before anything is measured.</summary>
/// <param name="Scenario">What is requested.</param>
/// <param name="Command">The command line of the load tool.</param>
/// <param name="Repeat">The command that repeats the measurement.</param>
/// <param name="Seed">The seed of the parameters' values and of the order in each round.</param>
/// <param name="Timeout">The time after which a request is given up.</param>
/// <param name="Cores">The number of CPU cores of this machine.</param>
internal sealed record RunDescription(
    Scenario Scenario, string Command, string Repeat, int Seed, TimeSpan Timeout, int Cores)
{
    /// <summary>The name of the run and of its files.</summary>
    public string Name => Scenario.Name;

    /// <summary>Creates the description of a run or a comparison from its options.</summary>
    /// <param name="options">The options of the run.</param>
    /// <param name="requests">The requests that are sent.</param>
    /// <param name="defaultName">The name if the options have none.</param>
    /// <param name="commandLine">The command line of the load tool.</param>
    /// <param name="output">The options of the output.</param>
    public static RunDescription Create(
        ScenarioOptions options,
        RequestMix requests,
        string defaultName,
        string commandLine,
        OutputOptions output) => new(
        new Scenario(
            options.GetName(defaultName), options.File?.Path, options.File?.Sha256, requests.Description),
        commandLine,
        output.Repeat ?? commandLine,
        options.Requests.Seed,
        options.Timeout,
        Environment.ProcessorCount);
}
