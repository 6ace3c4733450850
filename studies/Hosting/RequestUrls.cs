namespace Studies.Hosting;

internal static class Requests
{
    /// <summary>Any customer of the default data.</summary>
    public static string AnyCustomer(Uri frontend, string query = "") =>
        $"{new Uri(frontend, "/api/customer/")}{{{{{{id:RAND_INTEGER:[1:1000]}}}}}}{query}";
}
