namespace Experiments.Studies;

/// <summary>A fault of the back-end; without settings, the open HTTP/2 connections to it fall silent.</summary>
internal sealed record ResilienceFault(
    string Name, string Title, JsonElement? Settings = null, int Seconds = 4, int PatienceS = 5)
{
    public static string[] Modes { get; } = ["none", "budget", "standard", "hedging"];
    public static IReadOnlyList<ResilienceFault> All { get; } =
        StudyFiles.ReadCases<ResilienceFault>("resilience-matrix");
}

/// <summary>The median, the least and the most of several starts of the processes.</summary>
internal sealed record StartRange(double Median, double Low, double High)
{
    public static StartRange? Create(IEnumerable<double?> starts) =>
        starts.OfType<double>().Order().ToArray() is { Length: > 0 } values
            ? new(values.Median(), values[0], values[^1]) : null;

    // Starts that do not differ have no range.
    public override string ToString()
    {
        var (low, high) = (TableNumbers.Format(Low), TableNumbers.Format(High));
        return low == high ? TableNumbers.Format(Median) : $"{TableNumbers.Format(Median)} ({low} to {high})";
    }
}

/// <summary>What a mode does with a fault in one start. Times count from the beginning or end of the fault.</summary>
internal sealed record ResilienceMeasurement(
    string Fault, string Mode, double GoodPercent, double CallsPerRequest, double? P50Ms, double? P99Ms,
    double? FirstRejectionS, double? RecoveryS);

/// <summary>What a mode does with a fault in several starts.</summary>
internal sealed record ResilienceRow(
    string Fault, string Mode, StartRange GoodPercent, StartRange CallsPerRequest, StartRange? P50Ms, StartRange? P99Ms,
    StartRange? FirstRejectionS, StartRange? RecoveryS)
{
    public static ResilienceRow Create(IReadOnlyList<ResilienceMeasurement> starts)
    {
        return new(
            starts[0].Fault, starts[0].Mode, Summarize(one => one.GoodPercent)!,
            Summarize(one => one.CallsPerRequest)!, Summarize(one => one.P50Ms), Summarize(one => one.P99Ms),
            Summarize(one => one.FirstRejectionS), Summarize(one => one.RecoveryS));

        StartRange? Summarize(Func<ResilienceMeasurement, double?> get) => StartRange.Create(starts.Select(get));
    }
}
