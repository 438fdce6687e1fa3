/**
 * Refuses to work with MSW 2, which does not notice a client that leaves a stream, and on a Node that MSW 3 does not
 * support, where it would install itself and then break each request.
 * @param msw - everything that `msw` exports
 * @param promise - the platform's `Promise`, which shows whether Node is too old
 * @throws Error for MSW 2, or without what MSW 3 needs
 */
export function requireMsw(msw: object, promise: object = Promise): void {
  if (!('withResolvers' in promise)) {
    throw new Error('@deep-research/mock needs Node 22.18 or newer, and this is an older one.')
  }
  // Every MSW 2 has this function; MSW 3 removed it.
  if (!('handleRequest' in msw)) return
  throw new Error(
    '@deep-research/mock needs MSW 3, and found MSW 2. With Node 22.18 or newer: npm install --save-dev msw@3',
  )
}
