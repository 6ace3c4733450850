namespace Load.Results;

/// <param name="Median">Of the rounds.</param>
/// <param name="Lo">95 % interval of the rounds' geometric mean.</param>
/// <param name="Hi">Its other end.</param>
/// <param name="Unit">Successful responses a second.</param>
internal sealed record Throughput(double Median, double? Lo, double? Hi, string Unit = "req/s");
