namespace Studies.Studies;

/// <summary>
/// Reports whether a front-end in a container limited to 64 MB survives the load. Then compares, in shuffled rounds, a
/// front-end with 64 MB that is configured to use little memory, one with 256 MB and one without a limit.
/// </summary>
internal sealed class MemoryLimitStudy : StudyCommand
{
    private const string SmallestMemoryLimit = "64m";
    private const string UnlimitedMemory = "unlimited";
    private static readonly string[] ComparedLimits = ["64m-set", "256m", UnlimitedMemory];

    private readonly Option<string> _trialLength = StudyOptions.CreateText(
        "--slice", "TIME", "The length of a trial, in which one front-end is measured.", "3s");

    public MemoryLimitStudy()
        : base(
            "memory-limits",
            "Compares front-ends with different memory limits. The containers have 64 MB, 256 MB and no limit.",
            new(9)) =>
        Add(_trialLength);

    protected override TimeSpan? EstimateDuration(ParseResult arguments, int rounds) =>
        TimeSpan.FromSeconds(120 + (ComparedLimits.Length * (8 + (3.5 * rounds))));

    protected override async Task<int> RunAsync(StudyContext context)
    {
        await using var compose = await ComposeEnvironment.CreateAsync(
            $"docker-compose.yml{Path.PathSeparator}docker/memory.yml", context.Environment.StopToken);
        Console.WriteLine($"  Building and starting the front-ends {SmallestMemoryLimit}, {string.Join(", ", ComparedLimits)}");
        await compose.ComposeAsync("build", "backend-api", "frontend-api", "load");
        await compose.ComposeAsync("up", "--detach", "--build", "--wait", "--wait-timeout", "300", "backend-api");
        var checks = new CheckReporter();
        await LoadSmallestFrontendAsync(context, compose, checks);

        await StartAsync(context, compose, ComparedLimits);
        var run = await CompareAsync(context, compose);
        checks.Add(run.ReadResult().Validity.HasPassed("reconciled"),
            "in each trial, the back-end counted exactly the answered payloads");
        var states = await compose.GetContainersAsync([.. ComparedLimits.Select(GetService)]);
        checks.Add(
            states.Count == ComparedLimits.Length
            && states.All(state => state is { OOMKilled: false, Running: true }),
            "none of the compared front-ends was killed by the out-of-memory killer");
        return checks.HasFailure ? ExitCode.Failed : ExitCode.Success;
    }

    private static async Task LoadSmallestFrontendAsync(
        StudyContext context, ComposeEnvironment compose, CheckReporter checks)
    {
        await StartAsync(context, compose, SmallestMemoryLimit);
        try
        {
            await RunLoadAsync(context, compose, "run", isQuiet: true,
            [
                ("--url", $"http://{GetService(SmallestMemoryLimit)}:8080/ingest/event?client=shared&mode=async"),
                ("--duration", "20s"), ("--name", SmallestMemoryLimit),
            ]);
        }
        catch (StudyException)
        {
            // If the front-end is killed, the load tool may have no result. The state of the container then shows
            // whether memory ran out.
        }

        var state = (await compose.GetContainersAsync(GetService(SmallestMemoryLimit))).Single();
        if (state.OOMKilled)
            Console.WriteLine(
                $"  The front-end {SmallestMemoryLimit}, with default settings, was killed by the out-of-memory\n"
                + "  killer within 20 s of load.");
        else if (state.Running)
            Console.WriteLine($"  The front-end {SmallestMemoryLimit}, with default settings, survived 20 s of load.");
        else
            checks.Add(
                false, $"the front-end {SmallestMemoryLimit} exited, but not because of the out-of-memory killer");
        await compose.ComposeAsync("stop", GetService(SmallestMemoryLimit));
    }

    private async Task<LoadRun> CompareAsync(StudyContext context, ComposeEnvironment compose)
    {
        var variants = ComparedLimits.Select(limit =>
            new VariantDefinition(limit, $"http://{GetService(limit)}:8080", "client=shared&mode=async"));
        return await RunLoadAsync(context, compose, "compare", isQuiet: false,
        [
            ("--vary", VariantDefinition.Format(variants)), ("--baseline", UnlimitedMemory),
            ("--monitor", "back-end=http://backend-api:8082"), ("--rounds", $"{context.Rounds}"),
            ("--slice", context.Get(_trialLength)), ("--settle", "15s"), ("--name", Name),
            ("--repeat-command", context.RepeatCommand),
        ]);
    }

    private static Task<LoadRun> RunLoadAsync(
        StudyContext context, ComposeEnvironment compose, string verb, bool isQuiet,
        IReadOnlyList<(string Name, string Value)> options) => compose.RunLoadAsync(
            new LoadCommand(verb, "/results") { Scenario = "scenarios/ingestion.yaml", Options = options },
            context.ResultsFolder, isQuiet);

    private static async Task StartAsync(StudyContext context, ComposeEnvironment compose, params string[] limits)
    {
        await compose.ComposeAsync(["up", "--detach", "--no-deps", .. limits.Select(GetService)]);
        foreach (var limit in limits)
        {
            var probe = $"http://{GetService(limit)}:8080/health/ready";
            for (var second = 0; !await compose.IsAnsweringAsync(probe); second++)
            {
                if (second is 60)
                    throw new StudyException($"The service {GetService(limit)} did not become ready within a minute.");
                await context.Environment.DelayAsync(TimeSpan.FromSeconds(1));
            }
        }
    }

    private static string GetService(string limit) => $"frontend-{limit}";
}
