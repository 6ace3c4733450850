using Load.Reporting.Model;
using Spectre.Console;

namespace Load.Reporting.Terminal;

/// <summary>How figures look. Those of an invalid run stay, because hiding them invites digging, but dimmed.</summary>
internal sealed class FigureTint(Result result)
{
    private readonly bool _isInvalid = result.Validity.State == Validity.Invalid;

    public Style Plain => _isInvalid ? Tint.Dim : Style.Plain;

    public Style Strong => _isInvalid ? Tint.Dim : Tint.Strong;

    public Style Bar => _isInvalid ? Tint.Dim : Tint.Faster;
}
