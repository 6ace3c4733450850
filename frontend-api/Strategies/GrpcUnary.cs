using System.Collections.Concurrent;
using FrontendApi.Backend;
using Grpc.Core;
using Grpc.Net.Client;
using Testbed.Messages;

namespace FrontendApi.Strategies;

/// <summary>
/// A strategy that calls the gRPC service of the back-end, a unary call for each document. One channel serves the
/// process, as its documentation recommends; it sends with the HttpClient of each request, so that all flags apply.
/// </summary>
internal sealed class GrpcUnary() : Strategy(
    "grpc", "Grpc.Net.Client, unary calls over HTTP/2; Protobuf messages", "Grpc.Net.Client, 2019"), IHttp2Strategy
{
    private static readonly ConcurrentDictionary<(Uri, long), CustomerService.CustomerServiceClient> Clients = new();

    protected override async Task<T?> ReadAsync<T>(
        BackendCalls calls, BackendResource resource, CancellationToken cancellationToken)
        where T : class
    {
        var client = calls.Client!;
        var service = Clients.GetOrAdd((client.BaseAddress!, client.MaxResponseContentBufferSize), Create);
        var options = new CallOptions(cancellationToken: cancellationToken);
        return resource.OrderId is 0
            ? ProtobufDocuments.Create(await service.GetCustomerAsync(
                new() { Id = resource.CustomerId }, options)) as T
            : ProtobufDocuments.Create(await service.GetOrderAsync(
                new() { CustomerId = resource.CustomerId, Id = resource.OrderId }, options)) as T;
    }

    private static CustomerService.CustomerServiceClient Create((Uri Address, long MaxBytes) backend) =>
        new(GrpcChannel.ForAddress(backend.Address, new()
        {
            HttpHandler = new RequestClientHandler(),
            MaxReceiveMessageSize = (int)backend.MaxBytes,
            ThrowOperationCanceledOnCancellation = true,
        }));

    private sealed class RequestClientHandler : HttpMessageHandler
    {
        // The status of gRPC is in the trailers; an error status, or another document, is none of its responses.
        protected override async Task<HttpResponseMessage> SendAsync(
            HttpRequestMessage request, CancellationToken cancellationToken)
        {
            var response = await BackendCalls.Current!.Client!.SendAsync(
                request, HttpCompletionOption.ResponseHeadersRead, cancellationToken);
            if (response is { StatusCode: HttpStatusCode.OK, Content.Headers.ContentType.MediaType: "application/grpc" })
                return response;
            response.Dispose();
            throw response.StatusCode is HttpStatusCode.OK
                ? new InvalidDataException("The response is not of gRPC.")
                : new HttpRequestException(null, null, response.StatusCode);
        }
    }
}
