namespace Load.Expecting;

internal enum Outcome
{
    Expected,

    UnexpectedStatus,

    /// <summary>The status was as expected, the body was not.</summary>
    CheckFailed,
}
