using System.CommandLine;
using Load.Config;
using Load.Terminal;

namespace Load.Cli;

/// <summary><c>load schema</c>: what load/scenarios/scenario.schema.json holds.</summary>
internal sealed class SchemaCommand : Command
{
    public SchemaCommand(ToolContext context)
        : base("schema", "Print the JSON Schema of scenario files, for editors.") =>
        SetAction(_ => context.Screen.Line(ScenarioSchema.Text.TrimEnd()));
}
