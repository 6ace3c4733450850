namespace BackendApi;

/// <summary>Names this assembly to WebApplicationFactory: Program is ambiguous, as both services have one.</summary>
public abstract class BackendApiMarker;
