using System.CommandLine;

namespace Studies.Commands;

/// <summary>Defines the option --rounds of a study.</summary>
/// <param name="Default">The number of rounds if the user does not specify one.</param>
/// <param name="Meaning">The help text of the option, which says what the study does in one round.</param>
/// <param name="Fewest">The smallest number of rounds that the study accepts.</param>
internal sealed record RoundsDefinition(
    int Default,
    string Meaning = "The number of rounds. Each round measures every variant once, in random order.",
    int Fewest = 2)
{
    private const int MaxRounds = 1000;

    public Option<int> ToOption() => new Option<int>("--rounds")
    {
        Description = Meaning,
        HelpName = "N",
        DefaultValueFactory = _ => Default,
    }.WithRange(Fewest, MaxRounds);
}
