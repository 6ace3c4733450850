// The limit line of docs/peers.md: the front-end's GET /api/customer/{id} with sockets alone, without Kestrel and
// HttpClient. It reads only the ids of the orders and the lengths from the back-end's responses, sends the requests for
// all orders of a customer in one write, and copies the documents as they are into one answer.
using System.Globalization;
using System.Net;
using System.Net.Sockets;
using RawAggregator;

var options = args.Select(arg => arg.TrimStart('-').Split('=', 2)).ToDictionary(pair => pair[0], pair => pair[^1]);
var backend = new Uri(options["backend"]);
var pool = new BackendPool(new IPEndPoint(IPAddress.Parse(backend.Host), backend.Port), backend.Authority);
var timeout = TimeSpan.FromMilliseconds(
    int.Parse(options.GetValueOrDefault("timeout-ms", "10000"), CultureInfo.InvariantCulture));

using var listener = new Socket(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp);
listener.Bind(IPEndPoint.Parse(options.GetValueOrDefault("listen", "127.0.0.1:5122")));
listener.Listen(1024);
var address = $"http://{listener.LocalEndPoint}";
Console.WriteLine($$$"""{"Message":"Now listening on: {{{address}}}","State":{"address":"{{{address}}}"}}""");
while (true)
    _ = new CallerConnection(await listener.AcceptAsync(), pool, timeout).ServeAsync();
