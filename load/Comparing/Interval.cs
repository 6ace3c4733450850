namespace Load.Comparing;

internal readonly record struct Interval(double Lo, double Hi);
