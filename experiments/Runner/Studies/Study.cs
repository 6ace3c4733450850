namespace Experiments.Grids;

/// <summary>Runs the study that a file describes (<see cref="GridFile"/>).</summary>
internal sealed class GridStudy : StudyCommand
{
    private readonly GridFile _grid;
    private readonly Dictionary<string, Option<string>> _axes;

    private readonly Option<bool> _short = new("--short")
    {
        Description = "Try the study quickly: one start, the first and last value of each option, short measurements.",
    };

    public GridStudy(string name, GridFile grid)
        : base(name, grid.Summary, grid.Rounds is { } rounds
            ? new(rounds, "The number of rounds in each start. If you set --rounds only, there is one start.")
            : RoundsDefinition.OfStarts(grid.Starts))
    {
        _grid = grid;
        if (grid.Rounds is not null)
            AddStartsOption(grid.Starts);
        _axes = grid.Axes.ToDictionary(axis => axis.Key, axis => CreateOption(axis.Key, axis.Value));
        foreach (var option in _axes.Values)
            Add(option);
        Add(_short);
        AddPublishOption(name);
        PassUnknownOptionsTo("load");
        AddLiveOption();
    }

    public string Question => _grid.Question;

    protected override string? SkipReason => _grid.Tls && !OperatingSystem.IsLinux()
        ? "this study needs Linux, where .NET trusts the certificates of SSL_CERT_FILE"
        : (_grid.Axes.ContainsKey("cores") || _grid.Axes.ContainsKey("memory")) && !ControlGroup.CanLimit()
            ? ControlGroup.Obstacle : null;

    protected override async Task<int> RunAsync(StudyContext context)
    {
        var (cells, isShort) = (GetCells(context.Arguments), context.Get(_short));
        var programs = new HashSet<string>();
        foreach (var variant in cells.SelectMany(cell => _grid.Fill(cell).Variants).DistinctBy(one => one.Program))
        {
            if (await GridServices.CanStartAsync(variant, context.Environment.StopToken))
                programs.Add(variant.Program);
        }

        if (programs.Count is 0)
            throw new StudyException("None of the programs that this study measures can be started here.");

        // Variants that are compared in rounds are started together; others have a turn each.
        GridTurn[] turns =
        [
            .. from cell in cells
               let grid = _grid.Fill(cell)
               let variants = grid.Variants.Where(variant => programs.Contains(variant.Program)).ToArray()
               from turn in _grid.Rounds is null ? variants.Select(one => new[] { one }) : [variants]
               select new GridTurn(grid with { Variants = turn }, cell),
        ];
        var starts = isShort ? 1 : _grid.Rounds is null ? context.Rounds : GetStarts(context.Arguments);
        var (code, core) = (ExitCode.Success, _grid.SeparateCores ? 0 : default(int?));
        context.Environment.Core = core;
        var comparison = context with
        {
            ToolCore = core + 1,
            Rounds = _grid.Rounds is null ? 0 : isShort ? 2 : context.Rounds,
        };
        var measured = await Repeat.StartsAsync(starts, turns, turn => turn.Name, async (start, turn) =>
        {
            var number = starts * cells.Count > 1 ? start : default(int?);
            var (results, ofTurn) = await turn.MeasureAsync(comparison with { StartNumber = number }, Name, isShort);
            code = ofTurn is ExitCode.Success ? code : ofTurn;
            return results;
        });
        var table = new GridTable(_grid, cells, [.. measured.Select(start => start.SelectMany(one => one).ToArray())]);
        table.Write(context.TableFolder, Name, context.Note);
        return table.Check() ? code : ExitCode.ExpectationNotMet;
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
