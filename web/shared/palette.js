// The colours of all pages, of the dashboards and of the charts in docs/. Each hue is the same in the light and in the
// dark theme, but for ink, which is black or white. Processes are grey. styles.json has the hue of each name.
//
// The colours were searched for: in both themes the smallest distance between any two is 11 (OKLab × 100), for normal,
// protan, deutan and tritan vision. The contrast to the page is at least 3.1 on white and 4.2 on dark. A test checks
// both.

export const HUES = {
  ink: { light: '#111111', dark: '#FFFFFF' },
  plum: { light: '#773C6E', dark: '#A46699' },
  rose: { light: '#CB537C', dark: '#FC7EA6' },
  olive: { light: '#A59005', dark: '#CCB422' },
  brick: { light: '#671B08', dark: '#CF5234' },
  blue: { light: '#6494D3', dark: '#67AAFF' },
  indigo: { light: '#3E0DB6', dark: '#7068EE' },
  green: { light: '#0E7319', dark: '#90FC8F' },
  violet: { light: '#3D1955', dark: '#E6CBFC' },
};

/** The greys of processes: the target, the texture of each other process and what is behind it, and the load tool. */
export const PROCESSES = {
  target: { light: '#4a525e', dark: '#c3cbd6' },
  texture: { light: '#6b7480', dark: '#a9b3c0' },
  'texture-back': { light: '#e4e8ee', dark: '#2b323c' },
  'load-tool': { light: '#b4bcc7', dark: '#59626e' },
};
