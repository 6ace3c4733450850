namespace Studies.Commands;

/// <summary>
/// One line on how far the starts of a study are. A terminal redraws it; elsewhere, it grows with each start.
/// </summary>
internal sealed class StartProgress(int starts, TimeSpan? expected, TextWriter output, int? width)
{
    private const int MaxBarWidth = 24;
    private static readonly TimeSpan RedrawInterval = TimeSpan.FromMilliseconds(500);
    private TimeSpan? _ofOne = expected;
    private TimeSpan _ended;
    private string _others = "";

    /// <summary>Creates the progress of this console, which is redrawn unless NO_COLOR or TERM say otherwise.</summary>
    public static StartProgress Create(int starts, TimeSpan? expected)
    {
        var isRedrawn = !Console.IsOutputRedirected
            && string.IsNullOrEmpty(Environment.GetEnvironmentVariable("NO_COLOR"))
            && Environment.GetEnvironmentVariable("TERM") is not "dumb";
        return new(starts, expected, Console.Out, isRedrawn ? Math.Max(20, Console.WindowWidth) : null);
    }

    /// <summary>Shows the progress until a start has ended.</summary>
    public async Task<int> ShowWhileAsync(int start, Func<Task<int>> run)
    {
        var (began, running) = (Stopwatch.GetTimestamp(), run());
        while (width is not null && !running.IsCompleted)
        {
            Draw(start, Stopwatch.GetElapsedTime(began));
            await Task.WhenAny(running, Task.Delay(RedrawInterval));
        }

        Clear();
        var code = await running;
        _ended += Stopwatch.GetElapsedTime(began);
        _ofOne = _ended / start;
        return code;
    }

    /// <summary>Adds what other programs used of the CPU, which is shown from then on.</summary>
    public void EndStart(int start, string? path) => EndStart(start, path is null ? null : Result.Read(path));

    public void EndStart(int start, Result? result)
    {
        if (start is 1 && result?.RuntimeSettings is { } settings)
            output.WriteLine($"  {settings} from your shell");
        if (width is null)
            output.Write((start is 1 ? "  start  1" : $" {start}") + (start == starts ? $" of {starts}\n" : ""));
        if (result?.Validity.OtherShare is { } share)
            _others = $", others use {100 * share:0} % of the CPU";
    }

    /// <summary>Makes room for a message.</summary>
    public void Clear()
    {
        if (width is { } columns)
            output.Write($"\r{new string(' ', columns - 1)}\r");
    }

    private void Draw(int start, TimeSpan elapsed)
    {
        var (words, left) = ($"  start {start} of {starts}  ", $"  {FormatLeft(start - 1, elapsed)}");
        var room = width!.Value - 1;
        if (words.Length + MaxBarWidth + left.Length + _others.Length <= room)
            left += _others;
        var bar = Math.Clamp(room - words.Length - left.Length, 0, MaxBarWidth);
        var ofStart = _ofOne is { } one ? Math.Min(0.99, elapsed / one) : 0;
        var full = (int)(bar * (start - 1 + ofStart) / starts);
        var line = words + new string('#', full) + new string('-', bar - full) + left;
        output.Write($"\r{(line.Length > room ? line[..room] : line).PadRight(room)}\r");
    }

    private string FormatLeft(int ended, TimeSpan elapsed)
    {
        var left = ((starts - ended) * _ofOne) - elapsed ?? TimeSpan.Zero;
        return $"{(left > TimeSpan.Zero ? left : TimeSpan.Zero):m\\:ss} left";
    }
}
