// The pages, each from a folder of its name.
// connect: which addresses it may fetch from, in the words of a Content-Security-Policy.
export const PAGES = [
  { name: 'report', connect: "'none'" },
  { name: 'live', connect: "'self'" },
];
