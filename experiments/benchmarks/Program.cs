using BenchmarkDotNet.Running;
using Benchmarks;

// The exit code EX_USAGE of sysexits.h: the command line is wrong.
const int Usage = 64;
const int Failed = 2;
string[] showsOnly = ["--help", "--list", "--info", "--version"];

if (args is [DocumentServerProcess.ServeArgument])
{
    await DocumentServer.RunAsync();
    return 0;
}

// The document server is not started if the command line only asks for information, such as the list of benchmarks.
using var server = args.Intersect(showsOnly).Any() ? null : await DocumentServerProcess.StartAsync();
var summaries =
    BenchmarkSwitcher.FromAssembly(typeof(BenchmarkConfig).Assembly).Run(args, BenchmarkConfig.Create()).ToArray();
return summaries is [] ? server is null ? 0 : Usage
    : summaries.Any(summary => summary.HasCriticalValidationErrors || summary.Reports.Any(report => !report.Success))
        ? Failed
    : 0;
