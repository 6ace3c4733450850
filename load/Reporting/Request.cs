using Load.Cli;
using Load.Settings;
using Load.Targeting;

namespace Load.Reporting;

/// <summary>What was planned, as it was asked for.</summary>
/// <param name="Scenario">Of the run and its files.</param>
/// <param name="Command">The command line.</param>
/// <param name="Repeat">What to type to see it again.</param>
/// <param name="Seed">Of values and orders.</param>
/// <param name="Timeout">Of a request.</param>
/// <param name="Cores">Of this machine.</param>
internal sealed record Request(Model.Scenario Scenario, string Command, string Repeat, int Seed, TimeSpan Timeout, int Cores)
{
    public string Name => Scenario.Name;

    public static Request Of(Given given, Target target, string standardName, string commandLine, Outputs outputs) => new(
        new Model.Scenario(given.NameOr(standardName), given.File?.Path, given.File?.Sha256, target.Text),
        commandLine,
        outputs.Repeat ?? commandLine,
        given.Requests.Seed,
        given.Timeout,
        Environment.ProcessorCount);
}
