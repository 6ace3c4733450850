namespace Studies.Hosting;

/// <summary>
/// Serves the CPU time of any process with its children, for the load tool (Linux). Reading it runs no code in the
/// processes, so that programs of all languages are measured in the same way. It counts in steps of 10 ms.
/// </summary>
internal sealed class ProcessTreeMetrics() : LoopbackServer(FreePort.FindAddress())
{
    public string GetUrl(Process process) => $"{Address}{process.Id}";

    /// <summary>Adds up the memory of a process and its children, in bytes.</summary>
    public static double SumMemory(Process process, Func<ProcessStatus, long> get) =>
        GetTree(process.Id).Select(ProcessStatus.Read).OfType<ProcessStatus>().Sum(status => get(status));

    protected override async Task AnswerAsync(HttpListenerContext context)
    {
        var id = int.Parse(context.Request.Url!.AbsolutePath[1..], CultureInfo.InvariantCulture);
        var seconds = GetTree(id).Sum(process => process.TotalProcessorTime.TotalSeconds);
        var text = string.Create(CultureInfo.InvariantCulture, $"process_cpu_seconds_total {seconds}\n");
        await context.Response.OutputStream.WriteAsync(Encoding.ASCII.GetBytes(text));
        context.Response.Close();
    }

    private static IEnumerable<Process> GetTree(int id) => File.ReadAllText($"/proc/{id}/task/{id}/children")
        .Split(' ', StringSplitOptions.RemoveEmptyEntries)
        .Select(child => int.Parse(child, CultureInfo.InvariantCulture))
        .Prepend(id)
        .Select(Process.GetProcessById);
}
