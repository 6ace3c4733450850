namespace Studies.Commands;

/// <summary>Limits the numbers that an option accepts.</summary>
internal static class NumberRange
{
    /// <summary>Makes an option accept only whole numbers from one to another.</summary>
    public static TOption WithRange<TOption>(this TOption option, int least, int most)
        where TOption : Option
    {
        option.Validators.Add(result =>
        {
            if (result.Tokens is [var token]
                && (!int.TryParse(token.Value, out var number) || number < least || number > most))
            {
                result.AddError(
                    $"Invalid value '{token.Value}' of {option.Name}. Valid values: numbers from {least} to {most}.");
            }
        });
        return option;
    }
}
