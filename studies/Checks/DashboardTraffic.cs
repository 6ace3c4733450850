using Studies.Commands;
using Studies.Hosting;
using Studies.LoadTool;

namespace Studies.Checks;

/// <summary>Sends the traffic that the dashboards display while they are checked.</summary>
/// <param name="context">The context of the study, whose load tool sends the traffic.</param>
/// <param name="ownMetrics">The address at which the load tool serves metrics about itself.</param>
internal sealed class DashboardTraffic(StudyContext context, Uri ownMetrics)
{
    /// <summary>
    /// Sends payloads to one front-end, then to two front-ends, for long enough that the JIT compiler has finished. The
    /// payloads must be sent before any other traffic, because the cost of a payload can be computed only for a process
    /// that does nothing else.
    /// </summary>
    public async Task IngestAsync(Uri[] one, Uri[] two)
    {
        await RunAsync("one-front-end", "10s", one, "scale-out", ("--rate", "400/s"));
        await RunAsync("two-front-ends", "25s", two, "scale-out", ("--rate", "400/s"));
        await RunAsync("bad-payloads", "4s", [.. one.Select(target => new Uri(target, "/ingest/event"))], null,
            ("--rate", "60/s"), ("--header", "Content-Type: application/json"), ("--body", "{"),
            ("--expect-status", "400"));
    }

    /// <summary>Runs the smoke scenario, which has several phases and causes client errors.</summary>
    public Task RunSmokeScenarioAsync(
        Uri frontend) => context.LoadRunner.RunAsync(new LoadCommand("run", context.ResultsFolder)
        {
            Scenario = ProgramLocator.GetScenarioPath("smoke"),
            Options = [("--url", frontend.ToString()), ("--metrics", ownMetrics.ToString())],
        });

    /// <summary>Sends requests for customer documents to a front-end.</summary>
    /// <param name="name">The name of the run in the results.</param>
    /// <param name="target">The address of the front-end.</param>
    /// <param name="query">The query string of the requests.</param>
    /// <param name="duration">The length of the run, such as 6s.</param>
    public Task SendAsync(string name, Uri target, string query, string duration) =>
        SendAsync(name, target, query, duration, []);

    /// <summary>
    /// Sends requests for customer documents to a front-end that cannot serve them. The load tool counts the responses
    /// as errors, as the dashboards show them.
    /// </summary>
    /// <param name="name">The name of the run in the results.</param>
    /// <param name="target">The address of the front-end.</param>
    /// <param name="query">The query string of the requests.</param>
    /// <param name="duration">The length of the run, such as 6s.</param>
    /// <param name="errors">The errors that are expected, such as 502,503.</param>
    /// <exception cref="StudyException">There were no such errors, or also others.</exception>
    public async Task FailAsync(string name, Uri target, string query, string duration, string errors)
    {
        var run = await SendAsync(name, target, query, duration, [("--expect-errors", errors)]);
        if (!run.ReadResult().Validity.HasOnlyExpectedErrors)
            throw new StudyException($"The run {name} was meant to show the errors {errors} and no others.");
    }

    private Task<LoadRun> SendAsync(
        string name, Uri target, string query, string duration, IEnumerable<(string, string)> options) =>
        context.LoadRunner.RunAsync(new LoadCommand("run", context.ResultsFolder)
        {
            Options =
            [
                ("--url", RequestUrls.GetRandomCustomerUrl(target, query)), ("--rate", "60/s"), ("--connections", "20"),
                ("--warmup", "0s"), ("--duration", duration), .. options, ("--name", name),
                ("--metrics", ownMetrics.ToString()),
            ],
        });

    private Task<LoadRun> RunAsync(
        string name, string duration, Uri[] targets, string? scenario, params (string, string)[] options) =>
        context.LoadRunner.RunAsync(new LoadCommand("run", context.ResultsFolder)
        {
            Scenario = scenario is null ? null : ProgramLocator.GetScenarioPath(scenario),
            Options =
            [
                .. targets.Select(target => ("--url", target.ToString())), .. options, ("--warmup", "0s"),
                ("--duration", duration), ("--name", name), ("--metrics", ownMetrics.ToString()),
            ],
        });
}
