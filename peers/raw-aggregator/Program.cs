// The least that an aggregator can cost: the front-end's GET /api/customer/{id} with sockets alone, without Kestrel and
// HttpClient. It reads only the ids of the orders and the lengths from the back-end's responses, sends the requests for
// all orders of a customer in one write, and copies the documents as they are into one answer. `make overhead` measures
// it. No service should be written like this.
using System.Net;
using System.Net.Sockets;
using Microsoft.Extensions.Configuration;
using RawAggregator;

var settings = new ConfigurationBuilder().AddCommandLine(args).Build();
var backend = new Uri(settings["Backend:BaseAddress"]!);
var pool = new BackendPool(new IPEndPoint(IPAddress.Parse(backend.Host), backend.Port), backend.Authority);
var timeout = settings.GetValue("Backend:Timeout", TimeSpan.FromSeconds(10));

using var listener = new Socket(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp);
listener.Bind(IPEndPoint.Parse(new Uri(settings["urls"] ?? "http://127.0.0.1:5122").Authority));
listener.Listen(1024);
var address = $"http://{listener.LocalEndPoint}";
Console.WriteLine($$$"""{"Message":"Now listening on: {{{address}}}","State":{"address":"{{{address}}}"}}""");
while (true)
    _ = new CallerConnection(await listener.AcceptAsync(), pool, timeout).ServeAsync();
