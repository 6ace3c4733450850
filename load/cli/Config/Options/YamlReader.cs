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

    /// <summary>Parses the text of a scenario file.</summary>
    /// <returns>
    /// The root node, or null if the text is not valid YAML; the error is then added to the diagnostics.
    /// </returns>
    public static ConfigNode? ParseFile(string path, string text, DiagnosticList diagnostics) =>
        new YamlReader(text, path, isFile: true, diagnostics).Read();

    /// <summary>Parses the YAML value of a command line option. Errors in it have no line and column.</summary>
    /// <returns>
    /// The root node, or null if the value is not valid YAML; the error is then added to the diagnostics.
    /// </returns>
    public static ConfigNode? ParseOption(SourceSpan option, DiagnosticList diagnostics) =>
        new YamlReader(option.Text, option.Source, isFile: false, diagnostics).Read();

    private ConfigNode? Read()
    {
        // The YAML parser would take a NUL character for the end of the text.
        if (_text.Contains('\0', StringComparison.Ordinal))
        {
            _diagnostics.Add(SpanAt(1, 1, ""), "the YAML contains a NUL character");
            return null;
        }

        var parser = new Parser(new StringReader(_text));
        try
        {
            if (FindExcessiveNesting() is { } deep)
            {
                _diagnostics.Add(
                    SpanAt((int)deep.Line, (int)deep.Column, ""),
                    $"the YAML is nested more than {MaxDepth} levels deep");
                return null;
            }

            var yaml = new YamlStream();
            yaml.Load(parser);
            if (yaml.Documents is [var only])
                return ToNode(only.RootNode);
            _diagnostics.Add(
                SpanAt(1, 1, ""),
                yaml.Documents.Count == 0 ? "the YAML is empty" : "the YAML has more than one document (---)");
        }
        catch (YamlException e)
        {
            ReportInvalidYaml(e.Start, e.Message.TrimEnd('.'));
        }
        catch (InvalidOperationException)
        {
            // For some plain text in brackets, the YAML parser throws an InvalidOperationException, which has no
            // position.
            ReportInvalidYaml(parser.Current?.End ?? Mark.Empty, "the rest of the text cannot be parsed");
        }

        return null;
    }

    // Finds YAML that is nested too deeply: the YAML library builds nodes by recursion, so deep nesting would overflow
    // the stack.
    private Mark? FindExcessiveNesting()
    {
        var parser = new Parser(new StringReader(_text));
        var depth = 0;
        while (parser.MoveNext())
        {
            depth += parser.Current!.NestingIncrease;
            if (depth > MaxDepth)
                return parser.Current.Start;
        }

        return null;
    }

    private void ReportInvalidYaml(Mark mark, string reason)
    {
        var (line, column) = ((int)mark.Line, (int)mark.Column);
        _diagnostics.Add(
            SpanAt(line, column, GetRestOfLine(line, column)),
            $"invalid YAML: {reason}",
            _text.Contains("{{{", StringComparison.Ordinal) ? "quotes around every value that contains {{{" : null);
    }

    private ConfigNode ToNode(YamlNode node)
    {
        var (line, column) = ((int)node.Start.Line, (int)node.Start.Column);
        if (!_visitedNodes.Add(node))
        {
            _diagnostics.Add(
                SpanAt(line, column, GetRestOfLine(line, column)),
                "YAML aliases (*) are not supported",
                "the value itself in each place");
            return new ConfigNode(SpanAt(line, column, ""));
        }

        return node switch
        {
            YamlScalarNode scalar => new ConfigNode(ToSpan(scalar, line, column)) { IsNull = IsNull(scalar) },
            YamlSequenceNode list => new ConfigNode(SpanAt(line, column, GetRestOfLine(line, column)))
            {
                Items = [.. list.Children.Select(ToNode)],
            },
            YamlMappingNode names => new ConfigNode(SpanAt(line, column, GetRestOfLine(line, column)))
            {
                Entries = [.. names.Children.Select(pair => (ToNode(pair.Key).Span, ToNode(pair.Value)))],
            },
            _ => throw new InvalidOperationException($"Unexpected YAML node: {node.NodeType}"),
        };
    }

    private SourceSpan ToSpan(YamlScalarNode scalar, int line, int column)
    {
        var text = scalar.Value ?? "";
        switch (scalar.Style)
        {
            case ScalarStyle.Literal:
                var indent = LineAt(line + 1).TakeWhile(c => c == ' ').Count();
                return SpanAt(line + 1, indent + 1, text) with { Indent = indent };
            case ScalarStyle.Folded:
            case var _ when scalar.End.Line != scalar.Start.Line:
                return SpanAt(line, column, text) with { IsFolded = true };
            case ScalarStyle.SingleQuoted or ScalarStyle.DoubleQuoted:
                return SpanAt(line, column + 1, text);
            default:
                return SpanAt(line, column, text);
        }
    }

    private SourceSpan SpanAt(int line, int column, string text) =>
        _isFile ? new SourceSpan(text, _source, line, column) : new SourceSpan(text, _source);

    private string GetRestOfLine(int line, int column) =>
        LineAt(line) is var text && column <= text.Length ? text[(column - 1)..] : "";

    private string LineAt(int line) => _lines.ElementAtOrDefault(line - 1)?.TrimEnd('\r') ?? "";

    private static bool IsNull(YamlScalarNode scalar) =>
        scalar.Style == ScalarStyle.Plain && scalar.Value is null or "" or "~" or "null" or "Null" or "NULL";
}
