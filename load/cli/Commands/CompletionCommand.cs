using System.CommandLine;

namespace TwoTier.Load.Cli.Commands;

/// <summary>The command <c>load completion</c>, which prints a script that completes commands and options.</summary>
internal sealed class CompletionCommand : Command, IHasExample
{
    private const string BashScript =
        """
        _load_complete() {
          local IFS=$'\n'
          local found=$(load suggest "$COMP_POINT" "$COMP_LINE" 2> /dev/null)
          COMPREPLY=($(compgen -W "$found" -- "${COMP_WORDS[COMP_CWORD]}"))
        }
        complete -o default -F _load_complete load
        """;

    private const string ZshScript =
        """
        _load() {
          local -a found
          found=("${(@f)$(load suggest "$CURSOR" "$BUFFER" 2> /dev/null)}")
          compadd -a found || _files
        }
        compdef _load load
        """;

    private readonly Argument<string> _shell = new("shell") { Description = "The shell: bash or zsh." };

    public CompletionCommand(ToolContext context)
        : base("completion", "Print a script with which a shell completes commands and options.")
    {
        _shell.AcceptOnlyFromAmong("bash", "zsh");
        Add(_shell);
        SetAction(parsed => context.Screen.PrintLine(parsed.GetValue(_shell) == "bash" ? BashScript : ZshScript));
    }

    public string Example => "eval \"$(load completion bash)\"";
}

/// <summary>
/// The hidden command <c>load suggest</c>, which lists what a user can type at a position of a command line.
/// </summary>
internal sealed class SuggestCommand : Command
{
    private readonly Argument<int> _cursorPosition = new("position");
    private readonly Argument<string> _commandLine = new("line");

    public SuggestCommand(Command root, ToolContext context)
        : base("suggest", "List what can be typed at a position of a command line.")
    {
        Hidden = true;
        Add(_cursorPosition);
        Add(_commandLine);
        SetAction(parsed =>
        {
            var line = parsed.GetRequiredValue(_commandLine);
            foreach (var item in root.Parse(line).GetCompletions(parsed.GetValue(_cursorPosition)))
                context.Screen.PrintLine(item.Label);
        });
    }
}
