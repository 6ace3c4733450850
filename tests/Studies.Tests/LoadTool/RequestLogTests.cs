namespace Studies.Tests.LoadTool;

public sealed class RequestLogTests
{
    [Fact]
    public void RequestLog_Read_FindsAcknowledgedPayloadsByColumnName()
    {
        var file = Path.GetTempFileName();
        File.WriteAllLines(
            file, ["start_s\tjob\tstatus", "0.1\taaa\t200", "0.2\tbbb\t502", "0.3\tccc\t200", "0.4\tddd\t"]);

        var log = RequestLog.Read(file);
        File.Delete(file);

        log.Acknowledged.ShouldBe(["aaa", "ccc"]);
        log.Failed.ShouldBe(2);
    }
}
