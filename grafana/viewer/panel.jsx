// Draws one panel: Grafana's panel frame, and inside it Grafana's visualization if npm has it.
import { dateTime, getFieldDisplayValues, renderTextPanelMarkdown } from '@grafana/data';
import { BarGauge, BigValue, PanelChrome, TimeSeries } from '@grafana/ui';
import { TableNG } from '@grafana/ui/unstable';
import { Component, useEffect, useState } from 'react';
import { drawAnnotations } from './annotations.js';
import { prepareFields } from './fields.js';
import { framesOf } from './frames.js';
import { Heatmap } from './heatmap.jsx';
import { Timeline } from './timeline.jsx';

const GAP = 8;

export function Panel({ panel, values, box, prometheus, times, theme, annotations, done }) {
  const { title } = panel;
  const [state, setState] = useState(null);
  useEffect(() => {
    read(panel, values, prometheus, times, theme)
      .then(frames => setState({ frames }), failure => setState({ failure: String(failure) })).finally(done);
  }, []);
  return <div data-panel={title} style={{ position: 'absolute', ...box }}>
    <PanelChrome title={title} description={panel.description} width={box.width} height={box.height}>
      {(width, height) => <Crash>{panel.type === 'text' ? <Markdown content={panel.options.content} /> : state && (state.frames?.some(frame => frame.length > 0)
        ? draw(panel, { frames: state.frames, width, height, times, theme, annotations })
        : <div data-fault={state.failure ?? 'no data'}>{state.failure ?? panel.fieldConfig.defaults.noValue ?? 'No data'}</div>)}</Crash>}
    </PanelChrome>
  </div>;
}

async function read(panel, values, prometheus, times, theme) {
  const frames = await Promise.all((panel.targets ?? []).map(target => framesOf(target, values, prometheus, times)));
  return prepareFields(panel, frames.flat(), theme);
}

function draw(panel, view) {
  switch (panel.type) {
    case 'timeseries': return <Lines panel={panel} {...view} />;
    case 'stat': return <Number panel={panel} {...view} />;
    case 'table': return <TableNG data={view.frames[0]} width={view.width} height={view.height} cellHeight={panel.options.cellHeight}
      sortBy={panel.options.sortBy} fieldConfig={panel.fieldConfig} getActions={() => []} structureRev={1} enableVirtualization={false} />;
    case 'bargauge': return <Bars panel={panel} {...view} />;
    case 'heatmap': return <Heatmap panel={panel} {...view} />;
    case 'state-timeline': return <Timeline panel={panel} {...view} />;
    default: return <div data-fault={`nothing draws ${panel.type}`} />;
  }
}

function Lines({ panel, frames, width, height, times, annotations }) {
  const [from, to] = [dateTime(times.from * 1000), dateTime(times.to * 1000)];
  return <TimeSeries frames={frames} structureRev={1} width={width} height={height} timeZone="browser"
    timeRange={{ from, to, raw: { from, to } }} legend={panel.options.legend} options={panel.options}>
    {builder => drawAnnotations(builder, annotations)}
  </TimeSeries>;
}

function Number({ panel, frames, width, height, theme }) {
  const [value] = getFieldDisplayValues({ fieldConfig: panel.fieldConfig, reduceOptions: panel.options.reduceOptions, theme,
    replaceVariables: text => text, data: frames, sparkline: panel.options.graphMode === 'area', timeZone: 'browser' });
  const { textMode, text } = panel.options;
  const name = value.display.title;
  const shown = textMode === 'name' ? { text: name, title: undefined } : { title: textMode === 'value_and_name' ? name : undefined };
  return <BigValue value={{ ...value.display, ...textMode === 'name' ? { prefix: '', suffix: '' } : {}, ...shown }} text={text} sparkline={value.sparkline} width={width} height={height} theme={theme}
    colorMode={panel.options.colorMode} graphMode={panel.options.graphMode} justifyMode={panel.options.justifyMode}
    textMode={textMode === 'name' ? 'value' : textMode} wideLayout={panel.options.wideLayout} />;
}

// Grafana publishes a single bar, and the panel gives each series one of the same height.
function Bars({ panel, frames, width, height, theme }) {
  const values = getFieldDisplayValues({ fieldConfig: panel.fieldConfig, reduceOptions: panel.options.reduceOptions, theme,
    replaceVariables: text => text, data: frames, timeZone: 'browser' });
  const { displayMode, orientation, namePlacement, valueMode, showUnfilled, text } = panel.options;
  const longest = property => values.map(({ display }) => display[property]).reduce((a, b) => (b.length > a.length ? b : a));
  return values.map(({ display, field }) => <BarGauge key={display.title} value={display} field={field} theme={theme} text={text}
    width={width} height={height / values.length - GAP} itemSpacing={GAP} displayMode={displayMode} orientation={orientation}
    namePlacement={namePlacement} valueDisplayMode={valueMode} showUnfilled={showUnfilled}
    alignmentFactors={{ title: longest('title'), text: longest('text') }} />);
}

const Markdown = ({ content }) => <div className="markdown-html" dangerouslySetInnerHTML={{ __html: renderTextPanelMarkdown(content) }} />;

class Crash extends Component {
  state = {};

  static getDerivedStateFromError = failure => ({ failure });

  render = () => (this.state.failure ? <div data-fault={`crashed: ${this.state.failure}`}>Crashed</div> : this.props.children);
}
