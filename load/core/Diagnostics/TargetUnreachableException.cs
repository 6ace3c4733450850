namespace TwoTier.Load.Diagnostics;

/// <summary>
/// The target gave no response, or its first response did not have an expected status. The message says for each
/// request what happened, the likely cause, and what to try.
/// </summary>
public class TargetUnreachableException(string message) : Exception(message);
