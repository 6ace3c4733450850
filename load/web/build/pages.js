// The HTML pages that the build creates. The sources of each page are in the folder with the name of the page. The
// property connect holds the connect-src directive of the page's Content-Security-Policy.
export const PAGES = [
  { name: 'report', connect: "'none'" },
  { name: 'live', connect: "'self'" },
  { name: 'talk', connect: "'self'; frame-src 'self'" },
];
