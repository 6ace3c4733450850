// The pages. The sources of each are in the folder with its name; connect is the connect-src of its
// Content-Security-Policy.
export const PAGES = [
  { name: 'report', connect: "'none'" },
  { name: 'live', connect: "'self'" },
];
