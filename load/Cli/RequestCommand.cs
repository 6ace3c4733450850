using System.CommandLine;

namespace Load.Cli;

/// <summary>A command that sends requests.</summary>
internal sealed class RequestCommand(string name, string description, RequestOptions request)
    : Command(name, $"{description} {RequestOptions.About}")
{
    public RequestOptions Request => request;
}
