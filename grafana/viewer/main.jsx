// Draws a dashboard without Grafana's server: with Grafana's own components, and with data from a Prometheus server.
// The viewer has its own code for the rows, the variables at the top, the annotations, the heat map and the layout of
// the panels.
import { createTheme } from '@grafana/data';
import { GlobalStyles, ThemeContext } from '@grafana/ui';
import { createRoot } from 'react-dom/client';
import 'uplot/dist/uPlot.min.css';
import { panelsOf, timesOf, variablesOf } from '../check/board.js';
import { Prometheus } from '../check/prometheus.js';
import { annotationsOf } from './annotations.js';
import { Panel } from './panel.jsx';

const UNIT = 30;
const GAP = 8;
const MARGIN = 16;

let root;

/** Draws a dashboard in place of the one before. Ends when each panel has got its data. */
window.drawBoard = async ({ board, address, from, to, scrape }) => {
  const prometheus = new Prometheus(address);
  const times = timesOf(from, to, scrape);
  const theme = createTheme({ colors: { mode: 'dark' } });
  const values = await variablesOf(board, prometheus, times);
  const annotations = await annotationsOf(board, values, prometheus, times, theme);
  let open = panelsOf(board).length;
  window.panels = open;
  root?.unmount();
  root = createRoot(document.getElementById('root'));
  await new Promise(resolve => {
    const done = () => { if (--open === 0) resolve(); };
    root.render(<ThemeContext.Provider value={theme}>
      <GlobalStyles />
      <Board {...{ board, values, prometheus, times, theme, annotations, done }} />
    </ThemeContext.Provider>);
  });
};

function Board({ board, values, ...shared }) {
  const { colors } = shared.theme;
  const width = window.innerWidth - 2 * MARGIN;
  const column = (width - 23 * GAP) / 24;
  const bottom = Math.max(...board.panels.map(({ gridPos }) => gridPos.y + gridPos.h));
  const boxOf = ({ x, y, w, h }) => ({ left: x * (column + GAP), top: y * (UNIT + GAP),
    width: w * column + (w - 1) * GAP, height: h * UNIT + (h - 1) * GAP });
  return <div style={{ background: colors.background.canvas, color: colors.text.primary, padding: MARGIN }}>
    <div style={{ display: 'flex', gap: 16, alignItems: 'baseline', marginBottom: 8 }}>
      <b style={{ fontSize: 22 }}>{board.title}</b>
      {board.templating.list.map(({ label, name }) => <span key={name}>{label}: {Array.isArray(values[name]) ? `All (${values[name].length})` : values[name]}</span>)}
      {board.annotations.list.map(({ name, iconColor }) =>
        <span key={name} style={{ color: shared.theme.visualization.getColorByName(iconColor) }}>▬ {name}</span>)}
    </div>
    <div style={{ position: 'relative', height: bottom * (UNIT + GAP) }}>
      {board.panels.map(panel => (panel.type === 'row'
        ? <b key={panel.id} style={{ position: 'absolute', fontSize: 17, ...boxOf(panel.gridPos) }}>{panel.title}</b>
        : <Panel key={panel.id} panel={panel} values={values} box={boxOf(panel.gridPos)} {...shared} />))}
    </div>
  </div>;
}
