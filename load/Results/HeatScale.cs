namespace Load.Results;

/// <summary>The axes of the variants' heat maps.</summary>
/// <param name="Rows">Of latency, logarithmic, lowest first.</param>
/// <param name="Cols">Of the variant's own measured time.</param>
/// <param name="LoMs">Lower end of the first row.</param>
/// <param name="HiMs">Upper end of the last row.</param>
/// <param name="ColS">Width of a column.</param>
internal sealed record HeatScale(int Rows, int Cols, double LoMs, double HiMs, double ColS);
