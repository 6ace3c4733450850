using System.CommandLine;
using Load.Config;
using Load.Terminal;

namespace Load.Cli;

/// <summary>
/// The command <c>load schema</c>, which prints the JSON Schema of load/scenarios/scenario.schema.json.
/// </summary>
internal sealed class SchemaCommand : Command
{
    public SchemaCommand(ToolContext context)
        : base("schema", "Print the JSON Schema of scenario files, with which editors complete and check them.") =>
        SetAction(_ => context.Screen.Line(ScenarioSchema.Text.TrimEnd()));
}
