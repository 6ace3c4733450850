using System.Text;
using System.Text.RegularExpressions;

namespace Load.Tests.Hosting;

/// <summary>
/// A text writer that keeps what is written, so that tests can wait until a certain text was written.
/// </summary>
internal sealed class CapturingWriter : TextWriter
{
    private readonly Lock _gate = new();
    private readonly StringBuilder _text = new();
    private readonly List<(Regex Pattern, TaskCompletionSource<Match> Found)> _waiting = [];

    public override Encoding Encoding => Encoding.UTF8;

    public Task<Match> WaitForAsync(string pattern)
    {
        var found = new TaskCompletionSource<Match>(TaskCreationOptions.RunContinuationsAsynchronously);
        lock (_gate)
        {
            _waiting.Add((new Regex(pattern), found));
            CompleteWaiting();
        }

        return found.Task.WaitAsync(TestContext.Current.CancellationToken);
    }

    public override void Write(char value) => Write(value.ToString());

    public override void Write(string? value)
    {
        lock (_gate)
        {
            _text.Append(value);
            CompleteWaiting();
        }
    }

    public override void Write(char[] buffer, int index, int count) => Write(new string(buffer, index, count));

    public override string ToString()
    {
        lock (_gate)
            return _text.ToString();
    }

    private void CompleteWaiting()
    {
        foreach (var (pattern, found) in _waiting)
        {
            if (pattern.Match(_text.ToString()) is { Success: true } match)
                found.TrySetResult(match);
        }
    }
}
