using Microsoft.Extensions.Logging;

namespace FrontendApi.Tests.Backend;

/// <summary>
/// A back-end that violates HTTP/1.1 or sends odd documents, with a strategy of each kind of client. Each response has a
/// connection of its own, and each of three endings.
/// </summary>
[Slow]
[TimeLimit(300)]
public sealed class HostileHttpTests
{
    private const string Ok = "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n";
    private const string Chunked = Ok + "Transfer-Encoding: chunked\r\n\r\n";
    private const int GoodId = 1_000_000;

    /// <summary>Responses as they are sent. $$ is the document that was asked for.</summary>
    private static readonly string[] Responses =
    [
        "", "\0", "\r\n\r\n", "nonsense\r\n\r\n", "HTTP", "HTTP/1.1", "HTTP/1.1 200", "HTTP/1.1 -20 X\r\n\r\n",
        "HTTP/1.1 000 X\r\n\r\n", "HTTP/1.1 99 X\r\n\r\n", "HTTP/1.1 999 X\r\n\r\n", "HTTP/1.1 20000 X\r\n\r\n",
        "HTTP/9.9 200 OK\r\nContent-Length: 2\r\n\r\n{}", "HTTP/1.0 200 OK\r\n\r\n$$", "HTTP/0.9 200 OK\r\n\r\n$$",
        "ICY 200 OK\r\n\r\n$$", "HTTP/1.1 200 \u0001\u00ff\r\n\r\n$$", "HTTP/1.1 100 Continue\r\n\r\n",
        "HTTP/1.1 101 Switching Protocols\r\nUpgrade: h2c\r\nConnection: Upgrade\r\n\r\n\0\0\0",
        Repeat("HTTP/1.1 103 Early Hints\r\n\r\n", 1000) + Ok + "\r\n$$", "HTTP/1.1 204 No Content\r\n\r\n$$",
        "HTTP/1.1 205 X\r\n\r\n", "HTTP/1.1 206 X\r\nContent-Range: bytes 0-1/9\r\nContent-Length: 2\r\n\r\n{}",
        "HTTP/1.1 302 X\r\nLocation: /\r\n\r\n", "HTTP/1.1 307 X\r\nLocation: file:///etc/passwd\r\n\r\n",
        "HTTP/1.1 301 X\r\nLocation: \0\u00ff:\r\n\r\n", "HTTP/1.1 304 X\r\n\r\n",
        "HTTP/1.1 401 X\r\nWWW-Authenticate: Basic\r\nWWW-Authenticate: Negotiate\r\nContent-Length: 0\r\n\r\n",
        "HTTP/1.1 401 X\r\nWWW-Authenticate: ,,=\"\r\n\r\n", "HTTP/1.1 407 X\r\nProxy-Authenticate: Basic\r\n\r\n",
        "HTTP/1.1 408 X\r\n\r\n", "HTTP/1.1 421 X\r\n\r\n", "HTTP/1.1 429 X\r\nRetry-After: 0\r\n\r\n",
        "HTTP/1.1 503 X\r\nRetry-After: 99999999999999999999\r\n\r\n", "HTTP/1.1 503 X\r\nRetry-After: -1\r\n\r\n",
        "HTTP/1.1 503 X\r\nRetry-After: Fri, 31 Dec 9999 23:59:59 GMT\r\n\r\n",
        "HTTP/1.1 404 X\r\nContent-Length: 99999\r\n\r\n", "HTTP/1.1 500 X\r\nTransfer-Encoding: chunked\r\n\r\nZZ\r\n",
        Ok + "no colon\r\n\r\n$$", Ok + ": empty\r\n\r\n$$", Ok + " folded: x\r\n\r\n$$", Ok + "A\0B: x\r\n\r\n$$",
        Ok + "X: " + new string('x', 200_000) + "\r\n\r\n$$", Ok + Repeat("X: 1\r\n", 20_000) + "\r\n$$",
        Ok + "Content-Length: -1\r\n\r\n$$", Ok + "Content-Length: 1\r\n\r\n$$", Ok + "Content-Length: 9999999\r\n\r\n$$",
        Ok + "Content-Length: 99999999999999999999\r\n\r\n$$", Ok + "Content-Length: 5\r\nContent-Length: 6\r\n\r\n$$",
        Ok + "Content-Length: x\r\n\r\n$$", Ok + "Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n$$",
        Ok + "Transfer-Encoding: gzip, chunked\r\n\r\n$$", Ok + "Content-Encoding: gzip\r\n\r\n$$",
        Ok + "Content-Encoding: br\r\n\r\n$$", Ok + "Content-Type: ;;=\r\n\r\n$$", Ok + "Connection: upgrade\r\n\r\n$$",
        Ok.Replace("application/json", "text/html") + "\r\n<html><form>Log in", Ok.Replace("/json", "/xml") + "\r\n<x/>",
        Ok.Replace("/json", "/json; charset=klingon") + "\r\n$$", Ok.Replace("/json", "/json; charset=windows-1252") + "\r\n$$",
        Ok.Replace("/json", "/json; charset=utf-7") + "\r\n$$", Ok.Replace("/json", "/json; charset=\"") + "\r\n$$",
        Ok.Replace("application/json", "\u00ff/\0") + "\r\n$$", Ok + "Set-Cookie: " + new string('c', 9_000) + "\r\n\r\n$$",
        Chunked + "ZZ\r\n$$", Chunked + "-1\r\n$$", Chunked + "fffffffffffffffff\r\n$$", Chunked + "7fffffff\r\n$$",
        Chunked + "2;" + new string('x', 100_000) + "\r\n{}\r\n0\r\n\r\n", Chunked + "2\r\n{}", Chunked + "2\r\n{}XX0\r\n\r\n",
        Chunked + "2\r\n{}\r\n0\r\n" + Repeat("X: 1\r\n", 50_000) + "\r\n", Chunked + Repeat("1\r\n \r\n", 100_000),
        Chunked + "0\r\n\r\n", Ok + "\r\n", Ok + "\r\nnull", Ok + "\r\n[]", Ok + "\r\n\"\"", Ok + "\r\n0", Ok + "\r\n{}",
        Ok + "\r\n[$$]", Ok + "\r\n$$ $$", Ok + "\r\n{\"id\":1e400}", Ok + "\r\n{\"id\":NaN}", Ok + "\r\n{\"id\":{}}",
        Ok + "\r\n{\"id\":99999999999999999999}", Ok + "\r\n{\"id\":1,\"orderIds\":[null]}",
        Ok + "\r\n{\"id\":1,\"orderIds\":\"1\"}", Ok + "\r\n{\"id\":1,\"orderIds\":[-1,-1]}", Ok + "\r\n\u00ef\u00bb\u00bf",
        Ok + "\r\n\u00ff\u00fe{\0}\0", Ok + "\r\n{\"$type\":\"System.Diagnostics.Process, System\"}",
        Ok + "\r\n<!DOCTYPE x [<!ENTITY a SYSTEM \"file:///etc/passwd\">]><x>&a;</x>",
        Ok + "\r\n" + HostileBodies.CreateNestedArrays(100_000), Ok + "\r\n{\"items\":" + new string('9', 60_000) + "}",
        Ok + "\r\n{" + Repeat("\"\\u0069d\":1,", 5_000) + "\"id\":1}", Ok + "\r\n{\"name\":\"\\ud800\",\"id\":1}",
    ];

    private static readonly HostileEnding[] Endings = Enum.GetValues<HostileEnding>();

    [Fact]
    public async Task HostileResponses_GetCustomerWithEachStrategy_AreNeverAServerError()
    {
        using var log = new LogRecorder();
        await using var backend = new HostileServer(AnswerAsync);
        await using var frontend = new FrontendUnderTest(
            $"http://{backend.Authority}", ("Backend:Timeout", "00:00:00.300"))
        {
            ExtraServices = services => services.AddSingleton<ILoggerProvider>(log),
        };
        string[] strategies = [.. StrategyData.Representatives.Select(row => row.Data)];
        var paths =
            from response in Enumerable.Range(0, Responses.Length)
            from isOrder in (int[])[0, 1]
            from ending in Enumerable.Range(0, Endings.Length)
            from strategy in strategies
            select $"/api/customer/{Encode(response, isOrder, ending)}?strategy={strategy}";

        await frontend.ShouldNeverFailAsync(paths);

        log.Lines.Where(line => line.Level >= LogLevel.Error).ShouldBeEmpty();
        foreach (var strategy in strategies)
            await frontend.GetBodyAsync($"/api/customer/{GoodId}?strategy={strategy}");
    }

    private static int Encode(int response, int isOrder, int ending) =>
        (((response * 2) + isOrder) * Endings.Length) + ending + 1;

    // The id of the customer says what is sent.
    private static async Task AnswerAsync(HostileConnection connection)
    {
        while (true)
        {
            var path = (await connection.ReadRequestAsync()).Split(' ')[1];
            var document = path is "/health/live" ? "" : BackendDocuments.Get(path).ReplaceLineEndings("");
            var id = int.Parse(path.Split('/').ElementAtOrDefault(3) ?? $"{GoodId}") - 1;
            var (ending, isOrder, response) =
                (id % Endings.Length, id / Endings.Length % 2 is 1, id / Endings.Length / 2);
            if (id == GoodId - 1 || isOrder != path.Contains("order", StringComparison.Ordinal))
            {
                await connection.SendAsync($"{Ok}Content-Length: {document.Length}\r\n\r\n{document}");
                continue;
            }

            await connection.SendAsync(Responses[response].Replace("$$", document, StringComparison.Ordinal));
            await connection.EndAsync(Endings[ending]);
        }
    }

    private static string Repeat(string text, int times) => string.Concat(Enumerable.Repeat(text, times));
}
