/**
 * Refuses to work with MSW 2, under which a client that leaves a stream goes unnoticed. npm installs it on a Node that
 * MSW 3 does not run on, whatever the peer dependency says.
 * @param msw - everything that `msw` exports
 * @throws Error where it is MSW 2
 */
export function requireMsw(msw: object): void {
  // Of what MSW 3 took away, a function that every MSW 2 has.
  if (!('handleRequest' in msw)) return
  throw new Error(
    '@deep-research/mock needs MSW 3, and found MSW 2. With Node 22.12 or newer: npm install --save-dev msw@3',
  )
}
