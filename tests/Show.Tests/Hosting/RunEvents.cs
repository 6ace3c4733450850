namespace Show.Tests.Hosting;

/// <summary>The lines that the load tool writes.</summary>
internal static class RunEvents
{
    private static int _id = 1000;

    public static string Format(string type, string json) =>
        $$"""{"id":{{Interlocked.Increment(ref _id)}},"type":"{{type}}","data":{{json}}}""" + "\n";

    public static string FormatHeader(int run, string more = "") =>
        Format("hello", $$"""{"run":{{run}},"kind":"run","scenario":"shop"{{more}}}""");
}
