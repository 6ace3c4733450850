namespace Benchmarks.Running;

/// <summary>What the command line asks for.</summary>
/// <param name="Length">Of the studies.</param>
/// <param name="Filter">Of them, by class and method: *Buffering*.</param>
/// <param name="Demonstration">In place of the studies.</param>
internal sealed record Options(StudyLength Length, string Filter, string? Demonstration)
{
    private static readonly string Help = $"""
        benchmarks [--filter PATTERN] [--full | --dry]   the studies: Deserialisation, Strategies, ResponseBuffering, FailedBodies
        benchmarks --NAME                                a demonstration: {string.Join(", ", Demonstrations.Demonstration.Names)}

          --filter  of class and method, such as *Buffering* or *.Deserialisation.Stj*
          --full    as long as it takes to be sure (about half an hour), written to benchmarks/results
          --dry     each once: does it run at all?
        """;

    /// <returns>Null where there is nothing to do but to read the help.</returns>
    public static Options? Read(string[] args)
    {
        var options = new Options(StudyLength.Short, "*", null);
        for (var i = 0; i < args.Length; i++)
        {
            var next = args[i] switch
            {
                "--full" => options with { Length = StudyLength.Full },
                "--dry" => options with { Length = StudyLength.Dry },
                "--filter" when i + 1 < args.Length => options with { Filter = args[++i] },
                ['-', '-', .. var name] when Demonstrations.Demonstration.Names.Contains(name) => options with { Demonstration = name },
                _ => null,
            };
            if (next is null)
            {
                Console.WriteLine(Help);
                return null;
            }

            options = next;
        }

        return options;
    }
}

internal enum StudyLength
{
    /// <summary>Each once, in this process: a test that it runs.</summary>
    Dry,

    /// <summary>Three iterations: the order of magnitude.</summary>
    Short,

    /// <summary>Until BenchmarkDotNet is sure.</summary>
    Full,
}
