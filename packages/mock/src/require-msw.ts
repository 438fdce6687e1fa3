/**
 * Refuses to work with MSW 2, which does not notice a client that leaves a stream. On a Node version that MSW 3 does
 * not support, npm installs MSW 2 in spite of the peer dependency.
 * @param msw - everything that `msw` exports
 * @throws Error for MSW 2
 */
export function requireMsw(msw: object): void {
  // Every MSW 2 has this function; MSW 3 removed it.
  if (!('handleRequest' in msw)) return
  throw new Error(
    '@deep-research/mock needs MSW 3, and found MSW 2. With Node 22.12 or newer: npm install --save-dev msw@3',
  )
}
