using System.Text;
using BackendApi.Ingestion;

namespace BackendApi.Tests;

/// <summary>Every customer and every order of a back-end, as received over HTTP.</summary>
internal sealed record Documents(IReadOnlyList<Document> Customers, IReadOnlyList<Document> Orders)
{
    public IEnumerable<Document> All => Customers.Concat(Orders);

    public Document? Find(string path) => All.FirstOrDefault(document => document.Path == path);

    public static async Task<Documents> ReadAsync(int count, params (string Key, string Value)[] settings)
    {
        await using var factory = new ServiceFactory<BackendMetrics>([("Data:Customers", $"{count}"), .. settings]);
        using var client = factory.CreateHttpClient();
        var customers = new List<Document>();
        var orders = new List<Document>();
        foreach (var id in Enumerable.Range(1, count))
        {
            var customer = await Document.GetAsync(client, $"/api/customer/{id}");
            customers.Add(customer);
            foreach (var orderId in customer.Json.GetProperty("orderIds").EnumerateArray())
                orders.Add(await Document.GetAsync(client, $"/api/customer/{id}/order/{orderId}"));
        }

        return new Documents(customers, orders);
    }
}

internal sealed record Document(string Path, byte[] Bytes, JsonElement Json)
{
    public int Size => Bytes.Length;

    public static async Task<Document> GetAsync(HttpClient client, string path)
    {
        using var response = await client.GetAsync(path, TestContext.Current.CancellationToken);
        var bytes = await response.Content.ReadAsByteArrayAsync(TestContext.Current.CancellationToken);
        response.IsSuccessStatusCode.ShouldBeTrue(Encoding.UTF8.GetString(bytes));
        return new Document(path, bytes, JsonElement.Parse(bytes));
    }

    public static string JoinPropertyNames(JsonElement json) =>
        string.Join(',', json.EnumerateObject().Select(property => property.Name));
}
