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

internal sealed record RoundsDefinition(int Default, string Meaning, int Fewest = 2)
{
    public static RoundsDefinition OfStarts(int starts) =>
        new(starts, "How often to restart the processes and measure everything.", Fewest: 1);

    // The load tool accepts no more rounds, either.
    public Option<int> ToOption() => StudyOptions.CreateNumber("--rounds", Meaning, Default, Fewest, most: 1000);
}
