namespace Load.Output.Terminal;

/// <summary>How much of a request and its reply to show.</summary>
/// <param name="Headers">The headers too.</param>
/// <param name="Full">Whole bodies.</param>
/// <param name="Width">Columns; a longer line of a body is cut.</param>
internal sealed record DryRunOptions(bool Headers, bool Full, int Width);
