using BackendApi.Compression;
using BackendApi.Customers;
using BackendApi.Deadlines;
using BackendApi.Faults;
using BackendApi.Http2;
using BackendApi.Ingestion;
using BackendApi.LongOperations;
using BackendApi.SampleData;
using ServiceDefaults;

HealthProbe.ExitIfRequested(args, port: 5101);

var builder = WebApplication.CreateBuilder(args);
builder.AddServiceDefaults(port: 5101);
builder.AddHttp2Endpoint();
builder.Services.AddCompression();
builder.Services.AddFaults();
builder.Services.AddSampleData();
builder.Services.AddCustomers();
builder.Services.AddIngestion();
builder.Services.AddLongOperations();

var app = builder.Build();
app.UseArrivalTimes();
app.MapServiceDefaults();
app.UseCompression();
app.MapFaults();
app.RejectSpentDeadlines();
app.MapCustomers();
app.MapIngestion();
app.MapLongOperations();
app.Run();
