using System.Xml.Linq;
using Studies.Studies.HeapCurve;

namespace Studies.Tests.Studies;

public sealed class HeapCurvePictureTests
{
    private static readonly HeapCurvePoint[] Points =
    [
        .. Enumerable.Range(1, 2).SelectMany(start => new[]
        {
            CreatePoint(start, "net", "default", 0.044, 52), CreatePoint(start, "net", "20-mb", 0.047, 35),
            CreatePoint(start, "go1.19.8", "default", 0.047, 9), CreatePoint(start, "go1.19.8", "50-mb", 0.041, 46),
        }),
    ];

    [Fact]
    public void Picture_OfTwoRuntimes_HasDotForEachStartAndLabelForEachSetting()
    {
        var picture = XDocument.Parse(HeapCurvePicture.Format(Points));

        Find(picture, "circle").Count().ShouldBe(Points.Length);
        Find(picture, "polyline").Count().ShouldBe(2);
        var texts = Find(picture, "text").Select(text => text.Value).ToArray();
        foreach (var label in new[] { "net default", "net 20-mb", "go1.19.8 default", "go1.19.8 50-mb" })
            texts.ShouldContain(label);
        Find(picture, "desc").Single().Value.ShouldContain("net default: 44.0 µs and 52.0 MB.");
    }

    [Theory]
    [InlineData(0.06, 52)]
    [InlineData(0.044, 80)]
    public void Picture_OfChangedPoint_IsAnother(double cpuMs, double memoryMb) => HeapCurvePicture
        .Format([CreatePoint(1, "net", "default", cpuMs, memoryMb), .. Points[1..]])
        .ShouldNotBe(HeapCurvePicture.Format(Points));

    [Fact]
    public void Picture_WithMoreMemory_HasDotFurtherToTheRight()
    {
        var places = Find(XDocument.Parse(HeapCurvePicture.Format(Points)), "circle")
            .Select(dot => (double)dot.Attribute("cx")!).ToArray();

        // In the order of the runtimes: .NET with its default and with 20 MB, in two starts each, and then Go.
        places[0].ShouldBeGreaterThan(places[2]);
        places[2].ShouldBeGreaterThan(places[4]);
    }

    [Fact]
    public void Settings_OfSeveralStarts_HaveMediansAndRatioOverStarts()
    {
        var starts = Enumerable.Range(1, 3).Select(start =>
            CreatePoint(start, "net", "default", 0.04 * start, 50 * start) with
            {
                ThroughputRatio = new(Math.Pow(2, start), 1, 10),
            });

        var settings = HeapCurveSetting.Group(starts).Single();

        settings.Starts.ShouldBe(3);
        (settings.CpuMs, settings.MemoryMb, settings.P99).ShouldBe((0.08, 100, 2));
        settings.ThroughputRatio!.Value.ShouldBe(4, 1e-9);
        settings.ThroughputRatio.Low!.Value.ShouldBeLessThan(2);
        settings.CpuRatio.ShouldBeNull();
    }

    [Fact]
    public void Tables_WithoutRatio_OnlyBaselineIsOne()
    {
        Points.Take(4).Select(point => point.ToCells()[4]).ShouldBe(["1", "–", "–", "–"]);
        HeapCurveSetting.Group(Points).Select(setting => setting.ToCells()[2]).ShouldBe(["1", "–", "–", "–"]);
    }

    private static HeapCurvePoint CreatePoint(
        int start, string runtime, string setting, double cpuMs, double memoryMb) => new(
        start, runtime, setting, "", 1000, null, cpuMs, null, memoryMb, memoryMb, 1, 2);

    private static IEnumerable<XElement> Find(XDocument picture, string name) =>
        picture.Descendants().Where(element => element.Name.LocalName == name);
}
