namespace Load.Diagnostics;

/// <summary>
/// What the user can put right and only shows while the tool runs: a plugin that throws, a file that cannot be written.
/// The message says what and what to try.
/// </summary>
internal sealed class UserErrorException(string message) : Exception(message);
