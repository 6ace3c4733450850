namespace Experiments.Hosting;

/// <summary>The URLs at which services are called.</summary>
internal static class RequestUrls
{
    /// <summary>Gets the URL of a customer of the default data, with a placeholder for a random customer id.</summary>
    public static string GetRandomCustomerUrl(Uri frontend, string query = "") =>
        $"{new Uri(frontend, "/api/customer/")}{{{{{{id:RAND_INTEGER:[1:1000]}}}}}}{query}";

    /// <summary>Formats a base address as the load tool expects it: without a slash at the end.</summary>
    public static string FormatBaseUrl(Uri address) => address.ToString().TrimEnd('/');
}
