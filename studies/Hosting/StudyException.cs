namespace Studies.Hosting;

/// <summary>
/// The exception for a study that cannot continue. The user sees the message of the exception, without a stack trace.
/// </summary>
internal sealed class StudyException : Exception
{
    public StudyException(string message)
        : base(message)
    {
    }

    public StudyException(string message, Exception innerException)
        : base(message, innerException)
    {
    }

    /// <summary>
    /// Gets a value that indicates whether an exception was caused by processes, files or responses, and not by a bug
    /// of this program.
    /// </summary>
    public static bool IsExpected(Exception failure) =>
        failure is StudyException or UserErrorException or TimeoutException or HttpRequestException or IOException
            or JsonException;
}
