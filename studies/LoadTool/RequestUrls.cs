namespace Studies.LoadTool;

/// <summary>URLs with placeholders that the load tool fills in for each request.</summary>
internal static class RequestUrls
{
    /// <summary>Gets the URL of a random customer of the default data.</summary>
    public static string AnyCustomer(Uri frontend, string query = "") =>
        $"{new Uri(frontend, "/api/customer/")}{{{{{{id:RAND_INTEGER:[1:1000]}}}}}}{query}";

    /// <summary>Gets the base address as options and scenarios have it: without a slash at the end.</summary>
    public static string Base(Uri address) => address.ToString().TrimEnd('/');
}
