namespace Studies.Studies;

/// <summary>Makes the certificate for https, unless there is one that stays valid for a day.</summary>
internal sealed class CertificateCommand : StudyCommand
{
    public CertificateCommand()
        : base("certificate", "Makes a certificate for https on this computer and in containers.", rounds: null)
    {
    }

    protected override string MakeCommand => "make certificate";

    protected override string DefaultFolder => DevelopmentCertificate.DefaultFolder;

    protected override TimeSpan? EstimateDuration(ParseResult arguments, int rounds) => null;

    protected override Task<int> RunAsync(StudyContext context)
    {
        var certificate = DevelopmentCertificate.GetOrCreate(context.ResultsFolder, TimeProvider.System);
        Console.WriteLine($"  authority    {certificate.AuthorityPath}");
        return Task.FromResult(ExitCode.Success);
    }
}
