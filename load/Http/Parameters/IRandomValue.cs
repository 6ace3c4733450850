namespace Load.Http.Parameters;

/// <summary>
/// A value that depends on the parameter's name, the seed and the request's index alone: the same run sends the same
/// values at any concurrency. Formats are invariant, dates ISO 8601.
/// </summary>
internal interface IRandomValue
{
    string GetText(int seed, long index);
}
