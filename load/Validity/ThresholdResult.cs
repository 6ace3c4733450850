namespace Load.Validity;

/// <param name="Text">What was asked for.</param>
/// <param name="Was">What was found.</param>
/// <param name="Passed">Whether it holds.</param>
internal sealed record ThresholdResult(string Text, string Was, bool Passed);
