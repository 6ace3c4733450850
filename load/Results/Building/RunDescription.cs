using Load.Config;
using Load.Http;

namespace Load.Results.Building;

/// <summary>The parts of a result that are known before anything is measured.</summary>
/// <param name="Scenario">The description of the requested scenario.</param>
/// <param name="Command">The command line of the load tool.</param>
/// <param name="RepeatCommand">The command that repeats the measurement, as shown in the report.</param>
/// <param name="Seed">
/// The seed of the random parameter values and of the shuffled order of variants in each round.
/// </param>
/// <param name="Timeout">The time limit for one request.</param>
/// <param name="Cores">The number of CPU cores of this machine.</param>
internal sealed record RunDescription(
    ScenarioDescription Scenario, string Command, string RepeatCommand, int Seed, TimeSpan Timeout, int Cores)
{
    /// <summary>How connections are opened, in words; null for direct connections with full checks.</summary>
    public string? Client { get; init; }

    /// <summary>The name of the run and of its result files.</summary>
    public string Name => Scenario.Name;

    /// <summary>The part of the load that this load tool sends; null if it sends all of it.</summary>
    public SequencePart? SequencePart { get; init; }

    /// <summary>The requests that the run sends.</summary>
    /// <param name="options">The options of the run.</param>
    /// <param name="requests">The requests of the run.</param>
    /// <param name="defaultName">The name to use if the options contain none.</param>
    /// <param name="commandLine">The command line of the load tool.</param>
    /// <param name="repeat">
    /// The command that the user gave for repeating the run; null if the command line repeats it.
    /// </param>
    public static RunDescription Create(
        ScenarioOptions options,
        RequestMix requests,
        string defaultName,
        string commandLine,
        string? repeat) => new(
        new ScenarioDescription(
            options.GetName(defaultName), options.File?.Path, options.File?.Sha256, requests.Description),
        commandLine,
        repeat ?? commandLine,
        options.Requests.Seed,
        options.Timeout,
        Environment.ProcessorCount)
        {
            Client = options.Client.Describe(),
            SequencePart = options.Requests.SequencePart,
        };
}
