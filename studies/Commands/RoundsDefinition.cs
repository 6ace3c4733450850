namespace Studies.Commands;

/// <summary>Defines the option --rounds of a study.</summary>
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
