using Load.Results;
using Load.Validity;
using Spectre.Console;

namespace Load.Output;

/// <summary>How figures look. Those of an invalid run stay, because hiding them invites digging, but dimmed.</summary>
internal sealed class FigureStyles(Result result)
{
    private readonly bool _isInvalid = result.Validity.State == RunValidity.Invalid;

    public Style Plain => _isInvalid ? ConsoleStyles.Dim : Style.Plain;

    public Style Strong => _isInvalid ? ConsoleStyles.Dim : ConsoleStyles.Strong;

    public Style Bar => _isInvalid ? ConsoleStyles.Dim : ConsoleStyles.Faster;
}
