namespace Studies.Claims;

/// <summary>A statement that tests show.</summary>
internal static class Tested
{
    public static async Task<Now> Async(Laboratory lab, string project, string classes) =>
        Of(await lab.TestAsync(project, classes), project);

    /// <param name="printed">By xUnit's runner.</param>
    /// <param name="project">Whose tests they are.</param>
    public static Now Of(string printed, string project)
    {
        var summary = Printed.One(printed, @"Total: (?<total>\d+), Errors: (?<errors>\d+), Failed: (?<failed>\d+), Skipped: (?<skipped>\d+)");
        var (total, wrong) = (Printed.Number(summary, "total"), Printed.Number(summary, "errors") + Printed.Number(summary, "failed"));
        return total == 0 ? Now.NotMeasured($"no test of {project} ran")
            : Printed.Number(summary, "skipped") > 0 ? Now.NotMeasured("its tests cannot run here")
            : new Now { Shown = wrong == 0, Figures = $"{total - wrong} of {total} tests of {project}" };
    }
}
