namespace TwoTier.Show;

/// <summary>A mistake of the user, whose message says what to do.</summary>
internal sealed class ShowException(string message) : Exception(message);
