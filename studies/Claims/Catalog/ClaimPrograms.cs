namespace Studies.Claims.Catalog;

/// <summary>What rows measure that is neither a comparison of services nor of benchmarks.</summary>
internal static class ClaimPrograms
{
    private const int ReadsOf2014 = 10_000;

    public static Task<Measurement> MeasureAsync(MeasurementContext context, Claim claim, RunProgram program) =>
        program switch
        {
            RunProgram.ConsoleProgramOf2014 => MeasureConsoleProgramAsync(context),
            RunProgram.CallsCancelled => MeasureCancelledCallsAsync(context),
            _ => MeasureThreadsAsync(context, claim),
        };

    public static Measurement Read(ClassicDeserialization result) => new()
    {
        Metrics = new Dictionary<string, Metric>
        {
            ["nulls_read_as_async"] = Metric.Exact(result.ReadAsAsyncNulls),
            ["nulls_string"] = Metric.Exact(result.StringNulls),
        },
        Figures = $"ReadAsAsync returned null {result.ReadAsAsyncNulls} times of {result.Count}, and JsonConvert "
            + $"{result.StringNulls} times: from the second read on, the stream is at its end",
    };

    private static async Task<Measurement> MeasureConsoleProgramAsync(MeasurementContext context) =>
        Read(await context.MeasureOnceAsync(
            "console-program", () => ClassicDeserialization.RunAsync(ReadsOf2014, sharesContent: true)));

    private static async Task<Measurement> MeasureCancelledCallsAsync(MeasurementContext context) =>
        CancelledCalls.Read(await context.MeasureOnceAsync("cancelled-calls", async () =>
        {
            using var client = new HttpClient(new SocketsHttpHandler { UseProxy = false });
            return await CancelledCalls.MeasureAsync(client, context.Environment.StopToken);
        }));

    private static async Task<Measurement> MeasureThreadsAsync(MeasurementContext context, Claim claim)
    {
        var figures = "";
        var memory = await context.RepeatAsync(claim.File.Design!, async start =>
        {
            var name = $"threads-{start}";
            var one = await context.MeasureOnceAsync(name, () => ThreadMemory.MeasureAsync(
                context.Environment, context.LoadRunner, context.GetFolder(name)))
                ?? throw new StudyException("this system has no /proc");
            figures = $"{LedgerNumbers.Format(one.Reserved / 1e6)} MB of address space for each of {one.Threads} "
                + "threads";
            return one.Anonymous / 1e3;
        });
        return Measurement.FromMetric("anonymous_kb", memory, figures);
    }
}
