namespace Studies.Studies.Profile;

/// <summary>The kinds of work among which a profile divides the CPU time of a front-end.</summary>
internal static class WorkCategory
{
    public const string Kernel = "kernel: sockets, files, scheduling";
    public const string Runtime = "runtime: garbage collector, compiler, helpers";
    public const string Metrics = "metrics and traces";
    public const string Server = "server: ASP.NET Core";
    public const string Client = "client: HttpClient";
    public const string Sockets = "sockets, managed part";
    public const string Json = "JSON";
    public const string Logging = "logging and options";
    public const string OwnCode = "code of the service";
    public const string Other = "thread pool and anything else";

    /// <summary>All categories, in the order in which tables show them.</summary>
    public static IReadOnlyList<string> All { get; } =
        [Metrics, OwnCode, Server, Client, Sockets, Json, Logging, Runtime, Kernel, Other];

    /// <summary>Parts of the names of types that record metrics or traces.</summary>
    private static readonly string[] MetricTypes =
        ["Metrics", "System.Diagnostics.Tracing", "ApplicationDiagnostics", "DiagnosticsHandler"];

    /// <summary>
    /// Finds the category of a call stack: that of its innermost function that has one. Functions of the base library,
    /// such as a dictionary, count as work of the function that called them.
    /// </summary>
    public static string Find(IReadOnlyList<StackFrame> stack) =>
        stack.Select(Find).OfType<string>().FirstOrDefault() ?? Other;

    private static string? Find(StackFrame frame) => frame.Assembly is { } assembly
        ? FindManaged(assembly, frame.Type)
        : FindNative(frame.File);

    private static string? FindManaged(string assembly, string type)
    {
        if (MetricTypes.Any(part => type.Contains(part, StringComparison.Ordinal)))
            return Metrics;
        return assembly switch
        {
            "System.Diagnostics.DiagnosticSource" => Metrics,
            "FrontendApi" or "ServiceDefaults" or "MinimalAggregator" => OwnCode,
            "System.Net.Sockets" => Sockets,
            "System.Net.Http" or "System.Net.Http.Json" or "Microsoft.Extensions.Http" => Client,
            "System.Text.Json" => Json,
            _ when assembly.StartsWith("OpenTelemetry", StringComparison.Ordinal) => Metrics,
            _ when assembly.StartsWith("Microsoft.AspNetCore", StringComparison.Ordinal) => Server,
            _ when assembly.StartsWith("Microsoft.Extensions", StringComparison.Ordinal) => Logging,
            _ => null,
        };
    }

    private static string? FindNative(string file)
    {
        if (file.StartsWith("[kernel", StringComparison.Ordinal))
            return Kernel;
        var name = Path.GetFileName(file);
        return name.StartsWith("libcoreclr", StringComparison.Ordinal)
            || name.StartsWith("libclr", StringComparison.Ordinal)
                ? Runtime
                : null;
    }
}
