namespace Studies.Grids;

/// <summary>Runs the study that a file describes (<see cref="GridFile"/>).</summary>
internal sealed class GridStudy : StudyCommand
{
    private const string Answers = "How often to start the processes and measure everything.";
    private const double SecondsOfProcess = 1.5;
    private readonly GridFile _grid;
    private readonly Option<int>? _starts;
    private readonly Dictionary<string, Option<string>> _axes;
    private readonly Option<bool> _short =
        StudyOptions.CreateShort("Try it: one start, the first and the last value of each axis, short times.");
    private readonly Option<string?> _publish;

    public GridStudy(string name, GridFile grid)
        : base(name, grid.Summary, grid.Rounds is { } rounds
            ? new(rounds, "The rounds of each start. Unless you set --starts, too, there is one start then.")
            : new(grid.Starts, Answers, 1))
    {
        _grid = grid;
        if (grid.Rounds is not null)
            Add(_starts = StudyOptions.CreateNumber("--starts", Answers, grid.Starts, 1, MaxStarts));
        _axes = grid.Axes.ToDictionary(axis => axis.Key, axis => CreateOption(axis.Key, axis.Value));
        foreach (var option in _axes.Values)
            Add(option);
        Add(_short);
        Add(_publish = StudyOptions.CreatePublish(name));
        PassUnknownOptionsTo("load");
        AddLiveOption();
    }

    public string Question => _grid.Question;

    protected override string? SkipReason => _grid.Tls && !OperatingSystem.IsLinux()
        ? "SSL_CERT_FILE tells .NET what to trust on Linux only" : null;

    protected override string MakeCommand => Name is "overhead" ? "make overhead" : base.MakeCommand;

    protected override TimeSpan? EstimateDuration(ParseResult arguments, int rounds)
    {
        var (isShort, ofCell) = (arguments.GetValue(_short), _grid.Variants.Count * SecondsOfProcess);
        if (_grid.Rounds is null)
            ofCell *= 2;
        ofCell += _grid.Loads.Values.Sum(load => GridLoad.EstimateSeconds(
            load, _grid.Variants.Count, isShort ? Math.Min(2, rounds) : rounds, isShort));
        return TimeSpan.FromSeconds(
            (isShort ? 1 : CountStarts(arguments, rounds)) * GetCells(arguments).Count * (ofCell + SecondsOfProcess));
    }

    protected override async Task<int> RunAsync(StudyContext context)
    {
        var (cells, isShort) = (GetCells(context.Arguments), context.Get(_short));
        var programs = new Dictionary<string, RuntimeProgram?>();
        foreach (var variant in cells.SelectMany(cell => _grid.Fill(cell).Variants).DistinctBy(one => one.Program))
        {
            var (canStart, build) = await GridServices.FindAsync(variant, context.Environment.StopToken);
            if (canStart)
                programs[variant.Program] = build;
        }

        if (programs.Count is 0)
            throw new StudyException("Nothing that this study measures can be started here.");

        // Variants that are compared in rounds are started together; others have a turn each.
        var turns = from cell in cells
                    let grid = _grid.Fill(cell)
                    let variants = grid.Variants.Where(variant => programs.ContainsKey(variant.Program)).ToArray()
                    from turn in _grid.Rounds is null ? variants.Select(one => new[] { one }) : [variants]
                    select new GridTurn(grid with { Variants = turn }, cell, programs);
        var starts = isShort ? 1 : CountStarts(context.Arguments, context.Rounds);
        var comparison = context with
        {
            Starts = Math.Max(starts, cells.Count),
            Rounds = _grid.Rounds is null ? 0 : isShort ? 2 : context.Rounds,
        };
        var code = ExitCode.Success;
        if (cells.Any(cell => cell.IsLimited) && !ControlGroup.IsPossible)
        {
            Console.WriteLine(ControlGroup.Obstacle);
            return code;
        }

        var measured = await Repeat.StartsAsync(starts, [.. turns], async (start, turn) =>
        {
            Console.WriteLine($"  start {start} of {starts} {turn.Name}");
            var (results, ofTurn) = await turn.MeasureAsync(comparison with { StartNumber = start }, Name, isShort);
            code = ofTurn is ExitCode.Success ? code : ofTurn;
            return results;
        });
        var table = new GridTable(_grid, cells, [.. measured.Select(start => start.SelectMany(one => one).ToArray())]);
        var note = context.Arguments.GetValue(_publish);
        table.Write(context.GetFolder(_publish, Name), Name, note);
        return table.Check() ? code : ExitCode.ExpectationNotMet;
    }

    private static Option<string> CreateOption(string name, IReadOnlyList<JsonElement> values)
    {
        var option = StudyOptions.CreateText(
            $"--{name}", "VALUES", $"The values of {name}, with commas.", string.Join(',', values));
        return values.All(value => value.ValueKind is JsonValueKind.Number)
            ? option.WithValues(
                text => double.TryParse(text, CultureInfo.InvariantCulture, out var value) && value is >= 0 and <= 1e6,
                "numbers from 0")
            : option;
    }

    // Rounds that the user asks for are those of one start, unless the user asks for starts, too.
    private int CountStarts(ParseResult arguments, int rounds) => _starts is null ? rounds
        : UserSetRounds(arguments) && arguments.GetResult(_starts) is not { Implicit: false } ? 1
        : arguments.GetValue(_starts);

    // A quota of more cores than the machine has would be none.
    private IReadOnlyList<GridCell> GetCells(ParseResult arguments) =>
    [
        .. _grid.GetCells(axis => (arguments.GetResult(_axes[axis]) is { Implicit: false },
                arguments.GetRequiredValue(_axes[axis]).Split(',')) switch
            {
                (true, var given) => given,
                (false, [var first, .., var last]) when arguments.GetValue(_short) => [first, last],
                _ => null,
            })
            .Where(cell => !(cell.GetNumber("cores") > Environment.ProcessorCount)),
    ];
}
