namespace TwoTier.Load.Cli.Commands;

internal sealed class SchemaCommand : Command, IHasExample
{
    private const string Scenario = "scenario";
    private const string Result = "result";

    private readonly Argument<string> _kind = new("kind")
    {
        Description = "The kind of files: scenario or result.",
        Arity = ArgumentArity.ZeroOrOne,
        DefaultValueFactory = _ => Scenario,
    };

    public SchemaCommand(ToolContext context)
        : base("schema", "Print the JSON Schema of scenario files or of result files, to complete and check them.")
    {
        _kind.AcceptOnlyFromAmong(Scenario, Result);
        Add(_kind);
        SetAction(parsed => context.Screen.PrintLine(
            (parsed.GetValue(_kind) == Result ? ResultSchema.Text : ScenarioSchema.Text).TrimEnd()));
    }

    public string Example => "load schema result > result.schema.json";
}
