namespace Load.Statistics;

internal readonly record struct Interval(double Lo, double Hi);
