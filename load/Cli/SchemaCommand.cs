using System.CommandLine;
using Load.Config;
using Load.Terminal;

namespace Load.Cli;

/// <summary><c>load schema</c>: prints the JSON Schema that load/scenarios/scenario.schema.json contains.</summary>
internal sealed class SchemaCommand : Command
{
    public SchemaCommand(ToolContext context)
        : base("schema", "Print the JSON Schema of scenario files, with which editors complete and check them.") =>
        SetAction(_ => context.Screen.Line(ScenarioSchema.Text.TrimEnd()));
}
