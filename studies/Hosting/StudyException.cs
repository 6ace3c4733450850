namespace Studies.Hosting;

/// <summary>A study cannot continue. The user sees the message, without a stack trace.</summary>
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

    /// <summary>Whether processes, files or responses caused an exception, and not a bug of this program.</summary>
    public static bool IsExpected(Exception failure) =>
        failure is StudyException or UserErrorException or TimeoutException or HttpRequestException or IOException
            or JsonException;
}
