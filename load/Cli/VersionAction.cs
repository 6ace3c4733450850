using System.CommandLine;
using System.CommandLine.Invocation;
using Load.Results.Building;

namespace Load.Cli;

/// <summary>Prints the version of the load tool and the commit from which it was built.</summary>
internal sealed class VersionAction : SynchronousCommandLineAction
{
    public override int Invoke(ParseResult parseResult)
    {
        parseResult.InvocationConfiguration.Output.WriteLine(Provenance.FormatTool());
        return ExitCode.Ok;
    }
}
