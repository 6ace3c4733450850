using BackendApi.Customers;
using BackendApi.Faults;
using BackendApi;
using BackendApi.Ingestion;
using BackendApi.LongOperations;
using BackendApi.SampleData;
using ServiceDefaults;

Settings.ExitIfInvalid();
HealthProbe.ExitIfRequested(args, port: 5101);

// Without watching files: the inotify instances of a user are few.
var builder = WebApplication.CreateBuilder(["--hostBuilder:reloadConfigOnChange=false", .. args]);
builder.AddServiceDefaults(port: 5101);
builder.AddHttp2Endpoint();
builder.Services.AddFaults();
builder.Services.AddSampleData();
builder.Services.AddCustomers();
builder.Services.AddIngestion();

var app = builder.Build();
app.UseServiceDefaults();
app.MapServiceDefaults();
app.MapFaults();
app.MapCustomers();
app.MapIngestion();
app.MapLongOperations();
app.Run();
