
namespace Experiments.Studies;

/// <summary>Runs the study that a file describes (<see cref="StudyFile"/>).</summary>
internal sealed class Study : StudyCommand
{
    private readonly StudyFile _file;
    private readonly Dictionary<string, Option<string>> _conditions;

    private readonly Option<bool> _short = new("--short")
    {
        Description = "Try the study quickly: one start, the first and last value of each option, short measurements.",
    };

    public Study(string name, StudyFile file)
        : base(name, file.Summary, file.Rounds is { } rounds
            ? new(rounds, "The number of rounds in each start. If you set --rounds only, there is one start.")
            : RoundsDefinition.OfStarts(file.Starts))
    {
        _file = file;
        if (file.Rounds is not null)
            AddStartsOption(file.Starts);
        _conditions = file.Conditions.ToDictionary(one => one.Key, one => CreateOption(one.Key, one.Value));
        foreach (var option in _conditions.Values)
            Add(option);
        Add(_short);
        AddPublishOption();
        AddResumeOption();
        PassUnknownOptionsTo(file.Script is { } script ? $"experiments/scripts/{script}.cs" : "load");
        AddLiveOption();
    }

    public string Question => _file.Question;

    protected override bool IsQuiet => true;

    protected override string? SkipReason => _file.Tls && !OperatingSystem.IsLinux()
        ? "this study needs Linux, where .NET trusts the certificates of SSL_CERT_FILE" : null;

    protected override async Task<int> RunAsync(StudyContext context)
    {
        var isShort = context.Get(_short);
        var starts = isShort ? 1 : _file.Rounds is null ? context.Rounds : GetStarts(context.Arguments);
        var measured = await new ExperimentRunner(context) { IsShort = isShort }.RunAsync(
            _file.Rounds is null ? _file : _file with { Rounds = isShort ? 2 : context.Rounds },
            GetCells(context.Arguments), starts);
        var table = new StudyTable(_file, measured);
        table.Write(context, Name);
        return !table.Check() ? ExitCode.ExpectationNotMet
            : measured.Any(start => start.Any(row => row.Fault is not null)) ? ExitCode.Invalid : ExitCode.Success;
    }

    private static Option<string> CreateOption(string name, IReadOnlyList<JsonElement> values)
    {
        var option = StudyOptions.CreateText(
            $"--{name}", "VALUES", $"The values of {name}, separated by commas.", string.Join(',', values));
        return values.All(value => value.ValueKind is JsonValueKind.Number)
            ? option.WithValues(
                text => double.TryParse(text, CultureInfo.InvariantCulture, out var value) && value is >= 0 and <= 1e6,
                "numbers from 0")
            : option;
    }

    private IReadOnlyList<Cell> GetCells(ParseResult arguments) =>
        _file.GetCells(name => (arguments.GetResult(_conditions[name]) is { Implicit: false },
            arguments.GetRequiredValue(_conditions[name]).Split(',')) switch
        {
            (true, var given) => given,
            (false, [var first, .., var last]) when arguments.GetValue(_short) => [first, last],
            _ => null,
        });
}
