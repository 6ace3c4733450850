namespace FrontendApi;

/// <summary>Names this assembly to WebApplicationFactory: both services have a public Program, which is ambiguous.</summary>
public abstract class FrontendApiMarker;
