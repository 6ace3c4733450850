using Microsoft.AspNetCore.Http.HttpResults;

namespace BackendApi.Customers;

internal static class CustomerEndpoints
{
    public static void MapCustomers(this WebApplication app)
    {
        // Generated now, so that the first request does not wait for the data.
        app.Services.GetRequiredService<CustomerStore>();
        var customers = app.MapGroup("/api/customer").WithTags("Customers").ProducesProblem(404);
        customers.MapGet("/{id:int}", GetCustomer)
            .WithName("GetCustomer").WithSummary("Returns a customer with the ids of its 1 to 3 orders.");
        customers.MapGet("/{id:int}/order/{orderId:int}", GetOrder)
            .WithName("GetOrder").WithSummary("Returns an order of a customer with its 1 to 3 items.");
        customers.MapGet("/{id:int}/with-orders", GetCustomerWithOrders)
            .WithName("GetCustomerWithOrders").WithSummary("Returns a customer and all of its orders.");
        app.MapGrpcService<GrpcCustomers>().ExcludeFromDescription();
    }

    public static void AddCustomers(this IServiceCollection services)
    {
        services.ConfigureHttpJsonOptions(
            json => json.SerializerOptions.TypeInfoResolverChain.Insert(0, CustomerJsonContext.Default));
        // Otherwise, gRPC would add a route for all other services.
        services.AddSingleton<GrpcCustomers>().AddGrpc(grpc => grpc.IgnoreUnknownServices = true);
    }

    public static string DescribeUnknownCustomer(int id, CustomerStore store) =>
        $"There is no customer {id}. Valid ids: 1 to {store.LastCustomerId}.";

    public static string DescribeUnknownOrder(int id, Customer customer) =>
        $"Customer {customer.Id} has no order {id}. Its orders: {string.Join(", ", customer.OrderIds)}.";

    private static Results<Ok<Customer>, ProblemHttpResult> GetCustomer(int id, CustomerStore store) =>
        store.FindCustomer(id) is { } customer
            ? TypedResults.Ok(customer)
            : CreateUnknownCustomerProblem(id, store);

    private static Results<Ok<Order>, ProblemHttpResult> GetOrder(int id, int orderId, CustomerStore store)
    {
        if (store.FindCustomer(id) is not { } customer)
            return CreateUnknownCustomerProblem(id, store);
        return store.FindOrder(customer, orderId) is { } order
            ? TypedResults.Ok(order)
            : TypedResults.Problem(DescribeUnknownOrder(orderId, customer), statusCode: 404);
    }

    private static Results<Ok<CustomerWithOrders>, ProblemHttpResult> GetCustomerWithOrders(
        int id, CustomerStore store) => store.FindCustomer(id) is { } customer
            ? TypedResults.Ok(new CustomerWithOrders(customer, [.. store.GetOrders(customer)]))
            : CreateUnknownCustomerProblem(id, store);

    private static ProblemHttpResult CreateUnknownCustomerProblem(int id, CustomerStore store) =>
        TypedResults.Problem(DescribeUnknownCustomer(id, store), statusCode: 404);
}
