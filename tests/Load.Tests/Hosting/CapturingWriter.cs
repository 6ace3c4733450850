using System.Text;
using System.Text.RegularExpressions;

namespace Load.Tests.Hosting;

/// <summary>A text writer that keeps what is written, so that tests can wait for a text.</summary>
internal sealed class CapturingWriter : TextWriter
{
    private static readonly TimeSpan LongestWait = TimeSpan.FromSeconds(40);
    private readonly StringBuilder _text = new();

    public override Encoding Encoding => Encoding.UTF8;

    public Task<Match> WaitForAsync(string pattern) => Eventually.GetAsync(
        () => Task.FromResult(Regex.Match(ToString(), pattern) is { Success: true } match ? match : null), LongestWait);

    public override void Write(char value) => Write(value.ToString());

    public override void Write(string? value)
    {
        lock (_text)
            _text.Append(value);
    }

    public override string ToString()
    {
        lock (_text)
            return _text.ToString();
    }
}
