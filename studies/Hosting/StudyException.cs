using System.Text.Json;

namespace Studies.Hosting;

/// <summary>A study cannot go on. The message is for the user and is shown without a stack trace.</summary>
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
    /// Gets a value that indicates whether a failure is one of processes, files or answers, not a bug of this program.
    /// </summary>
    public static bool IsExpected(Exception failure) =>
        failure is StudyException or TimeoutException or HttpRequestException or IOException or JsonException;
}
