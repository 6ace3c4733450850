using System.Text.RegularExpressions;

namespace Studies.Studies.Profile;

/// <summary>A function on a call stack.</summary>
internal sealed partial record StackFrame(string Symbol, string File)
{
    /// <summary>The assembly of a .NET method, such as System.Net.Http; null for a native function.</summary>
    public string? Assembly => Method.Match(Symbol) is { Success: true } match ? match.Groups["assembly"].Value : null;

    /// <summary>The name of the type of a .NET method with its namespace; empty for a native function.</summary>
    public string Type => Method.Match(Symbol).Groups["type"].Value;

    // For example: valuetype System.Threading.Tasks.ValueTask [System.Net.Http] System.Net.Http.Http2Stream::Read(…)
    [GeneratedRegex(@"\[(?<assembly>[\w.-]+)\] (?<type>[^(]+?)::")]
    private static partial Regex Method { get; }
}

/// <summary>Reads the call stacks that the Linux program perf recorded.</summary>
internal static partial class StackSamples
{
    /// <summary>
    /// Reads the output of <c>perf script -F ip,sym,dso</c>: a line for each frame from the innermost function on, and
    /// an empty line after each stack.
    /// </summary>
    public static IReadOnlyList<IReadOnlyList<StackFrame>> Parse(string text)
    {
        var stacks = new List<IReadOnlyList<StackFrame>>();
        var stack = new List<StackFrame>();
        foreach (var line in text.Split('\n').Append(""))
        {
            if (Frame.Match(line) is { Success: true } frame)
            {
                var symbol = frame.Groups["symbol"].Value;
                stack.Add(new StackFrame(symbol is "[unknown]" ? "" : symbol, frame.Groups["file"].Value));
            }
            else if (stack.Count > 0)
            {
                stacks.Add(stack);
                stack = [];
            }
        }

        return stacks;
    }

    [GeneratedRegex(@"^\s+[0-9a-f]+ (?<symbol>.*) \((?<file>[^()]*)\)$")]
    private static partial Regex Frame { get; }
}
