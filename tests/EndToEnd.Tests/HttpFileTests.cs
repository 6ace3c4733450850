using System.Net.Http.Headers;

namespace EndToEnd.Tests;

/// <summary>
/// Sends every request of the .http files, with which an editor tries the services. The expected status is 200, or the
/// number at which the title of the request ends its first sentence, such as "An unknown customer: 404".
/// </summary>
public sealed partial class HttpFileTests
{
    [Fact]
    public async Task HttpFiles_EveryRequest_HasTheStatusOfItsTitle()
    {
        var cancellation = TestContext.Current.CancellationToken;
        await using var pair = new CountedPair();
        using var client = new HttpClient();
        var routes = new Dictionary<string, HashSet<string>>();
        foreach (var (project, address) in new[] { ("frontend-api", pair.Address), ("backend-api", pair.Backend.Address) })
        {
            var text = File.ReadAllText(Path.Combine(Repository.Root, project, $"{project}.http"));
            routes[project] = [];
            foreach (Match request in RequestPattern().Matches(text.ReplaceLineEndings("\n")))
            {
                var path = request.Groups["path"].Value;
                using var message = new HttpRequestMessage(
                    HttpMethod.Parse(request.Groups["method"].Value), new Uri(address, path));
                if (request.Groups["body"].Value.Trim() is { Length: > 0 } body)
                    message.Content = new StringContent(body, Encoding.UTF8, new MediaTypeHeaderValue("application/json"));

                using var response = await client.SendAsync(message, cancellation);

                var expected = request.Groups["status"].Success ? int.Parse(request.Groups["status"].Value) : 200;
                ((int)response.StatusCode).ShouldBe(expected, $"{project}: {path}");
                routes[project].Add(path.Split('?')[0]);
            }
        }

        routes["frontend-api"].ShouldContain("/api/strategies");
        routes["backend-api"].ShouldContain("/ingest/data");
        routes.Values.ShouldAllBe(paths => paths.Count >= 8);
    }

    [GeneratedRegex(
        @"^###[^\n]*?(: (?<status>\d{3})[^\n]*)?\n(?<method>[A-Z]+) \{\{\w+\}\}(?<path>\S+)\n(?<headers>([\w-]+: [^\n]+\n)*)(?<body>(?!###)(\n[^#\n]+\n)?)",
        RegexOptions.Multiline | RegexOptions.ExplicitCapture)]
    private static partial Regex RequestPattern();
}
