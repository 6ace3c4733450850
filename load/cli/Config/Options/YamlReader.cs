using YamlDotNet.Core;
using YamlDotNet.RepresentationModel;

namespace TwoTier.Load.Cli.Config.Options;

/// <summary>Reads YAML, which includes JSON, into nodes that know their place in the scenario file.</summary>
internal sealed class YamlReader
{
    private const int MaxDepth = 50;
    private readonly string _text;
    private readonly string[] _lines;
    private readonly string _source;
    private readonly bool _isFile;
    private readonly DiagnosticList _diagnostics;
    private readonly HashSet<YamlNode> _visitedNodes = new(ReferenceEqualityComparer.Instance);

    private YamlReader(string text, string source, bool isFile, DiagnosticList diagnostics)
    {
        (_text, _source, _isFile, _diagnostics) = (text, source, isFile, diagnostics);
        _lines = text.Split('\n');
    }

    public static ConfigNode? ParseFile(string path, string text, DiagnosticList diagnostics) =>
        new YamlReader(text, path, isFile: true, diagnostics).Read();

    /// <summary>Parses the YAML value of a command line option. Errors in it have no line and column.</summary>
    /// <returns>The root node, or null if the text is not valid YAML, with an error in the diagnostics.</returns>
    public static ConfigNode? ParseOption(SourceSpan option, DiagnosticList diagnostics) =>
        new YamlReader(option.Text, option.Source, isFile: false, diagnostics).Read();

    private ConfigNode? Read()
    {
        var parser = new Parser(new StringReader(_text));
        try
        {
            // The YAML parser would take a NUL character for the end of the text.
            if (_text.Contains('\0', StringComparison.Ordinal))
                return Reject("the YAML contains a NUL character");
            if (IsNestedTooDeeply())
                return Reject($"the YAML is nested more than {MaxDepth} levels deep");
            var yaml = new YamlStream();
            yaml.Load(parser);
            return yaml.Documents switch
            {
                [var only] => ToNode(only.RootNode),
                [] => Reject("the YAML is empty"),
                _ => Reject("the YAML has more than one document (---)"),
            };
        }
        catch (YamlException e)
        {
            return RejectInvalidYaml(e.Start, e.Message.TrimEnd('.'));
        }
        catch (InvalidOperationException)
        {
            // For some plain text in brackets, the YAML parser throws this exception, which has no position.
            return RejectInvalidYaml(parser.Current?.End ?? Mark.Empty, "the rest of the text cannot be parsed");
        }
    }

    // The YAML library builds nodes by recursion, so deep nesting would overflow the stack.
    private bool IsNestedTooDeeply()
    {
        var parser = new Parser(new StringReader(_text));
        var depth = 0;
        while (depth <= MaxDepth && parser.MoveNext())
            depth += parser.Current!.NestingIncrease;
        return depth > MaxDepth;
    }

    private ConfigNode? Reject(string problem)
    {
        _diagnostics.Add(SpanAt(1, 1, ""), problem);
        return null;
    }

    private ConfigNode? RejectInvalidYaml(Mark mark, string reason)
    {
        _diagnostics.Add(
            RestOfLineAt((int)mark.Line, (int)mark.Column),
            $"invalid YAML: {reason}",
            _text.Contains("{{{", StringComparison.Ordinal) ? "quotes around every value that contains {{{" : null);
        return null;
    }

    private ConfigNode ToNode(YamlNode node)
    {
        var span = RestOfLineAt((int)node.Start.Line, (int)node.Start.Column);
        if (!_visitedNodes.Add(node))
        {
            _diagnostics.Add(span, "YAML aliases (*) are not supported", "the value itself in each place");
            return new ConfigNode(span with { Text = "" });
        }

        return node switch
        {
            YamlScalarNode scalar => new ConfigNode(ToSpan(scalar, span)) { IsNull = IsNull(scalar) },
            YamlSequenceNode list => new ConfigNode(span) { Items = [.. list.Children.Select(ToNode)] },
            YamlMappingNode names => new ConfigNode(span)
            {
                Entries = [.. names.Children.Select(pair => (ToNode(pair.Key).Span, ToNode(pair.Value)))],
            },
            _ => throw new InvalidOperationException($"Unexpected YAML node: {node.NodeType}"),
        };
    }

    private SourceSpan ToSpan(YamlScalarNode scalar, SourceSpan start)
    {
        start = start with { Text = scalar.Value ?? "" };
        switch (scalar.Style)
        {
            case ScalarStyle.Literal:
                var line = (int)scalar.Start.Line + 1;
                var indent = LineAt(line).TakeWhile(c => c == ' ').Count();
                return SpanAt(line, indent + 1, start.Text) with { Indent = indent };
            case ScalarStyle.Folded:
            case var _ when scalar.End.Line != scalar.Start.Line:
                return start with { IsFolded = true };
            case ScalarStyle.SingleQuoted or ScalarStyle.DoubleQuoted:
                return start with { Column = start.Column + (_isFile ? 1 : 0) };
            default:
                return start;
        }
    }

    private SourceSpan RestOfLineAt(int line, int column) =>
        SpanAt(line, column, LineAt(line) is var text && column <= text.Length ? text[(column - 1)..] : "");

    private SourceSpan SpanAt(int line, int column, string text) =>
        _isFile ? new SourceSpan(text, _source, line, column) : new SourceSpan(text, _source);

    private string LineAt(int line) => _lines.ElementAtOrDefault(line - 1)?.TrimEnd('\r') ?? "";

    private static bool IsNull(YamlScalarNode scalar) =>
        scalar.Style == ScalarStyle.Plain && scalar.Value is null or "" or "~" or "null" or "Null" or "NULL";
}
