using BackendApi.Tests.SampleData;

[assembly: AssemblyFixture(typeof(DefaultDocuments))]

namespace BackendApi.Tests.SampleData;

/// <summary>A document as received over HTTP.</summary>
internal sealed record Document(string Path, byte[] Bytes, JsonElement Json)
{
    /// <summary>Reads every customer, and every order with a request of its own.</summary>
    public static async Task<Document[]> ReadAllAsync(int count, params (string Key, string Value)[] settings)
    {
        await using var factory = new ServiceFactory<CustomerStore>([("Data:Customers", $"{count}"), .. settings]);
        using var client = factory.CreateHttpClient();
        var customers = await ReadAsync(Enumerable.Range(1, count).Select(id => $"/api/customer/{id}"));
        var orders = await ReadAsync(customers.SelectMany(customer =>
            customer.Json.GetProperty("orderIds").EnumerateArray().Select(id => $"{customer.Path}/order/{id}")));
        return [.. customers, .. orders];

        async Task<List<Document>> ReadAsync(IEnumerable<string> paths)
        {
            var documents = new List<Document>();
            foreach (var path in paths)
            {
                var bytes = await client.GetByteArrayAsync(path, TestContext.Current.CancellationToken);
                documents.Add(new(path, bytes, JsonElement.Parse(bytes)));
            }

            return documents;
        }
    }

    public static string JoinPropertyNames(JsonElement json) =>
        string.Join(',', json.EnumerateObject().Select(property => property.Name));
}

/// <summary>The documents of a back-end with the default configuration, read once for all tests.</summary>
public sealed class DefaultDocuments : IAsyncLifetime
{
    internal Document[] All { get; private set; } = [];

    internal IEnumerable<Document> Customers => All.Where(document => document.Json.TryGetProperty("orderIds", out _));

    internal IEnumerable<Document> Orders => All.Except(Customers);

    internal Document? Find(string path) => All.FirstOrDefault(document => document.Path == path);

    public async ValueTask InitializeAsync() => All = await Document.ReadAllAsync(1_000);

    public ValueTask DisposeAsync() => ValueTask.CompletedTask;
}
