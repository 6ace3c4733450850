namespace Experiments.Commands;

internal static class StudyOptions
{
    public static Option<int> CreateNumber(string name, string description, int standard, int least, int most) =>
        new Option<int>(name)
        {
            Description = description,
            HelpName = "N",
            DefaultValueFactory = _ => standard,
        }.WithRange(least, most);

    public static Option<string> CreateText(
        string name, string helpName, string description, string? standard = null) =>
        new(name)
        {
            Description = description,
            HelpName = helpName,
            DefaultValueFactory = standard is null ? null : _ => standard,
        };

    /// <summary>Creates an argument that takes any of some names. Without one, all are meant.</summary>
    public static Argument<string[]> CreateNames(string name, string what, IEnumerable<string> names)
    {
        var argument = new Argument<string[]>(name)
        {
            Description = $"{what}: {string.Join(", ", names)}. All by default.",
            Arity = ArgumentArity.ZeroOrMore,
        };
        argument.AcceptOnlyFromAmong([.. names]);
        return argument;
    }

    /// <summary>Whether the user gave this name, or none at all.</summary>
    public static bool Selects(this ParseResult arguments, Argument<string[]> names, string name) =>
        arguments.GetValue(names) is not { Length: > 0 } given || given.Contains(name);

    /// <summary>Makes an option accept only whole numbers from one to another.</summary>
    public static TOption WithRange<TOption>(this TOption option, int least, int most)
        where TOption : Option =>
        option.WithValues(
            value => int.TryParse(value, out var number) && number >= least && number <= most,
            $"numbers from {least} to {most}");

    /// <summary>Makes an option accept only some values, or a list of them with commas.</summary>
    public static TOption WithValues<TOption>(this TOption option, Func<string, bool> isValid, string validValues)
        where TOption : Option
    {
        option.Validators.Add(result =>
        {
            foreach (var value in result.Tokens.SelectMany(token => token.Value.Split(',')).Where(one => !isValid(one)))
                result.AddError($"Invalid value '{value}' of {option.Name}. Valid values: {validValues}.");
        });
        return option;
    }
}

internal sealed record RoundsDefinition(
    int Default,
    string Meaning = "The number of rounds. Each round measures every variant once, in random order.",
    int Fewest = 2)
{
    public static RoundsDefinition OfStarts(int starts) =>
        new(starts, "How often to restart the processes and measure everything.", Fewest: 1);

    /// <summary>The load tool accepts no more, either.</summary>
    public const int MaxRounds = 1000;

    public Option<int> ToOption() => StudyOptions.CreateNumber("--rounds", Meaning, Default, Fewest, MaxRounds);
}
