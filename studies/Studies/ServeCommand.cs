using System.CommandLine;
using Studies.Commands;

namespace Studies.Studies;

/// <summary>
/// Runs a back-end and two front-ends on fixed ports for manual use. A process pools the connections of only one kind
/// of WebClient, blocking or asynchronous, so that each kind needs a separate front-end. The scenarios in
/// load/scenarios use both front-ends.
/// </summary>
internal sealed class ServeCommand : StudyCommand
{
    public ServeCommand()
        : base("serve", "Runs both services until Ctrl-C. They use the ports 5100 to 5102.", rounds: null) =>
        PassUnknownOptionsTo("the services as settings, such as --Client:Lifetime=shared");

    public override StudyGroup Group => StudyGroup.Run;

    protected override TimeSpan? EstimateDuration(ParseResult arguments, int rounds) => null;

    protected override async Task<int> RunAsync(StudyContext context)
    {
        var (environment, settings) = (context.Environment, context.UserOptions);
        var backend = await environment.StartBackendAsync(["--urls=http://localhost:5101", .. settings]);
        var frontend = await environment.StartFrontendAsync(
            backend, settings: ["--urls=http://localhost:5100", .. settings]);
        var second = await environment.StartFrontendAsync(
            backend, settings: ["--urls=http://localhost:5102", .. settings]);
        Console.WriteLine($"""

              curl '{new Uri(frontend, "/api/customer/17?strategy=string-jsonconvert")}'
              curl {new Uri(frontend, "/api/strategies")}
              open {new Uri(frontend, "/docs")}

            A process pools the connections of only one kind of WebClient, blocking or async.
            Use the front-end on port {second.Port} for the second kind.
            Ctrl-C stops all three services.
            """);
        await environment.WaitForStopAsync();
        return 0;
    }
}
