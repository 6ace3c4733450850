using FrontendApi.Backend;
using FrontendApi.Customers;
using FrontendApi.Ingestion;
using ServiceDefaults;

Settings.ExitIfInvalid();
HealthProbe.ExitIfRequested(args, port: 5100);

// Without watching files: the inotify instances of a user are few.
var builder = WebApplication.CreateBuilder(["--hostBuilder:reloadConfigOnChange=false", .. args]);
builder.AddServiceDefaults(port: 5100);
builder.Services.AddBackend();
builder.Services.AddCustomers();
builder.Services.AddIngestion();

var app = builder.Build();
app.UseServiceDefaults();
app.MapServiceDefaults();
app.MapCustomers();
app.MapIngestion();
app.Run();
