namespace FrontendApi.Tests;

/// <summary>A failure of the back-end, and what the front-end must make of it.</summary>
internal sealed record BackendFault(RequestDelegate Respond, int Status, string Title, string Outcome)
{
    public const string InvalidTitle = "The back-end sent an invalid response";
    public const string UnreachableTitle = "The back-end cannot be reached";
    public const string TooSlowTitle = "The back-end was too slow";

    public static readonly (string, string) ShortTimeLimit = ("Backend:Timeout", "00:00:00.080");
    public static readonly (string, string) LongTimeLimit = ("Backend:Timeout", "00:01:00");

    /// <summary>A limit that the test reaches for sure, or one that a busy machine does not reach either.</summary>
    public (string Key, string Value) TimeLimit => Status is 504 ? ShortTimeLimit : LongTimeLimit;

    public static BackendFault Failed(RequestDelegate respond) => new(respond, 502, "The back-end failed", "error_status");

    public static BackendFault Invalid(RequestDelegate respond) => new(respond, 502, InvalidTitle, "bad_body");

    public static BackendFault Unreachable(RequestDelegate respond) =>
        new(respond, 502, UnreachableTitle, "connection_error");

    public static BackendFault TooSlow(RequestDelegate respond) => new(respond, 504, TooSlowTitle, "timeout");

    public static BackendFault Rejected(RequestDelegate respond, int status) =>
        new(respond, status, "The back-end rejected the payload", "refused");
}
