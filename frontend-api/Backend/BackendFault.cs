namespace FrontendApi.Backend;

/// <summary>What can go wrong with a call, whichever client API it is made with.</summary>
internal enum BackendFault
{
    /// <summary>No connection, or one that ended before the answer did.</summary>
    Connection,

    /// <summary>No whole answer within Backend:Timeout.</summary>
    Timeout,

    /// <summary>An answer that is not 2xx.</summary>
    Status,

    /// <summary>A body that is not the document asked for.</summary>
    Body,

    /// <summary>A payload that the back-end does not take, by its caller's fault.</summary>
    Refusal,
}
