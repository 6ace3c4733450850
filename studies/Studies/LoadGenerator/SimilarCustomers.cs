namespace Studies.Studies.LoadGenerator;

/// <summary>
/// Finds the customers whose documents are as long as that of the first customer, within 1 %, and have the same number
/// of orders. Other customers are left out, because documents of up to twice the length would distort a comparison with
/// the first customer.
/// </summary>
internal static class SimilarCustomers
{
    private const int Customers = 1000;
    private const double Tolerance = 0.01;

    /// <summary>
    /// Creates the options that turn on every feature of the load tool: URLs with a column of a CSV file and a random
    /// value, a log of every request, a check of the response status and a check of the JSON body.
    /// </summary>
    public static async Task<IReadOnlyList<(string Name, string Value)>> CreateFeatureOptionsAsync(
        TestbedEnvironment environment, Uri backend, string folder)
    {
        var documents = new Dictionary<int, string>();
        for (var id = 1; id <= Customers; id++)
            documents[id] = await environment.GetAsync(
                new(backend, string.Create(CultureInfo.InvariantCulture, $"/api/customer/{id}")));
        var (size, orders) = (Encoding.UTF8.GetByteCount(documents[1]), CountOrders(documents[1]));
        var similar = documents.Where(customer =>
            Math.Abs(Encoding.UTF8.GetByteCount(customer.Value) - size) <= Tolerance * size
            && CountOrders(customer.Value) == orders);
        var csv = Path.Combine(Directory.CreateDirectory(folder).FullName, "customers.csv");
        await File.WriteAllLinesAsync(
            csv, similar.Select(customer => $"{customer.Key}").Prepend("id"), environment.StopToken);
        return
        [
            ("--url",
                $"{new Uri(backend, "/api/customer/")}{{{{{{id}}}}}}?page={{{{{{page:RAND_INTEGER:[1:1000000]}}}}}}"),
            ("--file", csv), ("--log", Path.Combine(folder, "requests.tsv")), ("--expect", "200"),
            ("--expect", $"$.orderIds[*]={orders}"),
        ];
    }

    private static int CountOrders(string customer)
    {
        using var document = JsonDocument.Parse(customer);
        return document.RootElement.GetProperty("orderIds").GetArrayLength();
    }
}
