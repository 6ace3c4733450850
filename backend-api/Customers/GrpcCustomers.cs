using Grpc.Core;
using Testbed.Messages;

namespace BackendApi.Customers;

/// <summary>The service of customers.proto: the documents over gRPC, at the address that speaks HTTP/2.</summary>
internal sealed class GrpcCustomers(CustomerStore store) : CustomerService.CustomerServiceBase
{
    public override Task<CustomerMessage> GetCustomer(CustomerRequest request, ServerCallContext context) =>
        Task.FromResult(ProtobufMessages.Create(FindCustomer(request.Id)));

    public override Task<OrderMessage> GetOrder(OrderRequest request, ServerCallContext context)
    {
        var customer = FindCustomer(request.CustomerId);
        var order = store.FindOrder(customer, request.Id)
            ?? throw CreateNotFound(CustomerEndpoints.DescribeUnknownOrder(request.Id, customer));
        return Task.FromResult(ProtobufMessages.Create(order));
    }

    private Customer FindCustomer(int id) => store.FindCustomer(id)
        ?? throw CreateNotFound(CustomerEndpoints.DescribeUnknownCustomer(id, store));

    private static RpcException CreateNotFound(string detail) => new(new(StatusCode.NotFound, detail));
}
