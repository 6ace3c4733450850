namespace Studies.Claims.LoadToolFeatures;

/// <summary>Checks which features of SuperBenchmarker 0.4 the load tool has.</summary>
internal static class FeatureCheck
{
    public static async Task<Measurement> MeasureAsync(MeasurementContext context) =>
        Read(await context.MeasureOnceAsync("load-tool-features", () => TryFeaturesAsync(context)));

    public static Measurement Read(IReadOnlyDictionary<string, bool> features)
    {
        var missing = features.Where(feature => !feature.Value).Select(feature => feature.Key).ToArray();
        return Measurement.FromMetric(
            "features_failed", Metric.Exact(missing.Length),
            $"{features.Count - missing.Length} of {features.Count} features"
                + (missing is [] ? "" : $"; not {string.Join(", ", missing)}"));
    }

    private static async Task<IReadOnlyDictionary<string, bool>> TryFeaturesAsync(MeasurementContext context)
    {
        var (features, lines) = (new Dictionary<string, bool>(), new List<string>());
        foreach (var feature in LoadToolFeature.All)
        {
            var folder = Directory.CreateTempSubdirectory("load-feature-");
            try
            {
                var trial = await FeatureTrial.RunAsync(feature, folder.FullName, context.Environment.StopToken);
                features[feature.Name] = feature.IsPresent(trial);
                lines.Add($"{(features[feature.Name] ? "✓" : "✗")} {feature.Name}\n  {feature}");
                Console.WriteLine(features[feature.Name] ? lines[^1] : $"{lines[^1]}\n{trial.Output}");
            }
            finally
            {
                folder.Delete(recursive: true);
            }
        }

        var results = Directory.CreateDirectory(context.GetFolder("features")).FullName;
        await File.WriteAllLinesAsync(Path.Combine(results, "features.txt"), lines, CancellationToken.None);
        return features;
    }
}
