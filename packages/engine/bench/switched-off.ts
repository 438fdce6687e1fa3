import { registerHooks } from 'node:module'
import { pathToFileURL } from 'node:url'
import { type SwitchedOff, switchedOffFrom } from './mechanisms.ts'

const ORIGINAL = '?original'
const byUrl = Map.groupBy(switchedOffFrom(process.env['SWITCHED_OFF'] ?? '[]'), ({ file }) => pathToFileURL(file).href)

/** A module that has all exports of another one, but for those that a stand-in takes the place of. */
function standIn(url: string, exports: readonly SwitchedOff[]): string {
  const own = exports.map(({ name, instead }) => `export const ${name} = ${instead}`)
  return [`export * from ${JSON.stringify(url + ORIGINAL)}`, ...own].join('\n')
}

// Loaded before the program, and by each of its threads.
registerHooks({
  load(url, context, next) {
    const exports = byUrl.get(url)
    return exports ? { format: 'module', shortCircuit: true, source: standIn(url, exports) } : next(url, context)
  },
})
