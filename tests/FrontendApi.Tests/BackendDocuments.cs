namespace FrontendApi.Tests;

/// <summary>Documents as the back-end sends them. Each customer has three orders.</summary>
internal static class BackendDocuments
{
    public static string GetCustomer(int id) =>
        $$"""
        {"id":{{id}},"name":"Ada","email":"ada@example.org","phone":"1","address":{"street":"s","city":"c","postcode":"p",
        "country":"x"},"registeredAt":"2013-05-06T07:08:09.1234567+02:00","notes":"2013-05-06T07:08:09Z \u00e9 \"quoted\"",
        "orderIds":[{{id}}1,{{id}}2,{{id}}3]}
        """;

    public static string GetOrder(int customerId, int id) =>
        $$"""
        {"id":{{id}},"customerId":{{customerId}},"placedAt":"2014-01-02T03:04:05Z","currency":"EUR",
        "items":[{"id":1,"product":"Lamp","description":"d","quantity":2,"unitPrice":12.50}],"total":25.00}
        """;

    public static string Get(string path)
    {
        var parts = path.Split('/', StringSplitOptions.RemoveEmptyEntries);
        var id = int.Parse(parts[2]);
        return parts switch
        {
            [_, _, _] => GetCustomer(id),
            [_, _, _, "order", var order] => GetOrder(id, int.Parse(order)),
            _ => $"{{\"customer\":{GetCustomer(id)},\"orders\":{GetOrders(id)}}}",
        };
    }

    public static bool IsOrderPath(string path) => path.Contains("/order", StringComparison.Ordinal);

    public static Task SendAsync(HttpContext context) => SendAsync(context, Get(context.Request.Path));

    public static Task SendAsync(HttpContext context, string json)
    {
        context.Response.ContentType = "application/json; charset=utf-8";
        return context.Response.WriteAsync(json, context.RequestAborted);
    }

    private static string GetOrders(int id) =>
        $"[{string.Join(',', Enumerable.Range((id * 10) + 1, 3).Select(order => GetOrder(id, order)))}]";
}
