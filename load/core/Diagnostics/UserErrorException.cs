namespace TwoTier.Load.Diagnostics;

/// <summary>
/// An error that the user can correct and that appears only while the tool runs, such as a file that cannot be
/// written. The message says what is wrong and what to try.
/// </summary>
public sealed class UserErrorException(string message) : Exception(message);
