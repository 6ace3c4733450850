// The pages that are built. The folder with the name of a page contains its sources; connect is the connect-src
// directive of the page's Content-Security-Policy.
export const PAGES = [
  { name: 'report', connect: "'none'" },
  { name: 'live', connect: "'self'" },
];
