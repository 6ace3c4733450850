namespace Load.Http.ResponseChecks;

internal enum ResponseOutcome
{
    Expected,

    UnexpectedStatus,

    /// <summary>The status was as expected, the body was not.</summary>
    CheckFailed,
}
