namespace FrontendApi.Backend;

/// <param name="Operation">customer, order or payload: a metric's label, so without the id.</param>
/// <param name="Path">From the back-end's root.</param>
internal readonly record struct BackendResource(string Operation, string Path)
{
    public static BackendResource Customer(int id) => new("customer", $"/api/customer/{id}");

    public static BackendResource Order(int customerId, int id) => new("order", $"/api/customer/{customerId}/order/{id}");
}
