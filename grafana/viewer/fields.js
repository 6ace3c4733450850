// Applies units, colors, thresholds and overrides to data frames, with Grafana's own code.
import {
  Registry, applyFieldOverrides, cacheFieldDisplayNames, displayNameOverrideProcessor, identityOverrideProcessor,
  numberOverrideProcessor, standardTransformers, standardTransformersRegistry, stringOverrideProcessor, thresholdsOverrideProcessor,
  transformDataFrame, unitOverrideProcessor, valueMappingsOverrideProcessor,
} from '@grafana/data';
import { lastValueFrom } from 'rxjs';

const OPTIONS = {
  unit: unitOverrideProcessor, min: numberOverrideProcessor, max: numberOverrideProcessor, decimals: numberOverrideProcessor,
  fieldMinMax: identityOverrideProcessor, displayName: displayNameOverrideProcessor, noValue: stringOverrideProcessor, color: identityOverrideProcessor,
  thresholds: thresholdsOverrideProcessor, mappings: valueMappingsOverrideProcessor, links: identityOverrideProcessor,
};

// The default options of the panel types, which Grafana does not publish on npm. Only the options that are needed to
// draw a panel are listed.
const CUSTOM = {
  timeseries: {
    lineInterpolation: 'linear', gradientMode: 'none', axisPlacement: 'auto', axisGridShow: true, axisColorMode: 'text',
    hideFrom: { tooltip: false, viz: false, legend: false }, insertNulls: false,
  },
};

standardTransformersRegistry.setInit(() => [standardTransformers.mergeTransformer, standardTransformers.organizeFieldsTransformer]
  .map(transformation => ({ id: transformation.id, name: transformation.name, description: '', editor: () => null,
    transformation: async () => transformation })));

export async function prepareFields(panel, frames, theme) {
  const { defaults, overrides } = panel.fieldConfig;
  const transformed = panel.transformations ? await lastValueFrom(transformDataFrame(panel.transformations, frames)) : frames;
  // The first threshold step begins at -Infinity, which JSON cannot express: a dashboard file has null instead.
  const thresholds = defaults.thresholds && { ...defaults.thresholds,
    steps: defaults.thresholds.steps.map(step => ({ ...step, value: step.value ?? -Infinity })) };
  const custom = { ...CUSTOM[panel.type], ...defaults.custom };
  const data = applyFieldOverrides({
    data: transformed, theme, timeZone: 'browser', replaceVariables: text => text,
    fieldConfig: { defaults: { ...defaults, thresholds, custom }, overrides },
    fieldConfigRegistry: registry([...Object.keys(custom), 'cellOptions', 'lineStyle']),
  });
  cacheFieldDisplayNames(data);
  return data;
}

function registry(custom) {
  const option = (path, process, isCustom) =>
    ({ id: isCustom ? `custom.${path}` : path, path, name: path, isCustom, process, shouldApply: () => true, settings: {} });
  return new Registry(() => [
    ...Object.entries(OPTIONS).map(([path, process]) => option(path, process, false)),
    ...[...new Set(custom)].map(path => option(path, identityOverrideProcessor, true)),
  ]);
}
