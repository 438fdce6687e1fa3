import { readFileSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { type Call, type Pattern, patternsIn, root, sourceFiles } from './find.ts'
import { buildOthers, PARTS } from './parts.ts'

/** What calls of `RegExp` build, and the places of those that nobody builds. */
export interface Built {
  patterns: Pattern[]
  unknown: string[]
}

declare global {
  var __built: (place: string, pattern: RegExp) => RegExp
  var __calls: Record<string, (locals: Record<string, unknown>) => RegExp>
}

const built = new Map<string, Map<string, RegExp>>()
globalThis.__calls = {}
globalThis.__built = (place, pattern) => {
  const known = built.get(place) ?? new Map<string, RegExp>()
  built.set(place, known.set(`${pattern}`, pattern))
  return pattern
}

const callsIn = new Map<string, readonly Call[]>()
for (const file of sourceFiles()) {
  const text = readFileSync(resolve(root, file), 'utf8')
  const calls = text.includes('RegExp(') ? patternsIn(file, text).calls : []
  if (calls.length > 0) callsIn.set(file, calls)
}
const fileOf = new Map([...callsIn.keys()].map((file) => [pathToFileURL(resolve(root, file)).href, file]))

/** The module as it is, but that each call tells what it built, and can be run again with other parts. */
function telling(file: string, text: string): string {
  let told = text
  const again: string[] = []
  for (const { start, end, line, locals } of (callsIn.get(file) ?? []).toReversed()) {
    const place = JSON.stringify(`${file}:${line}`)
    const call = text.slice(start, end)
    told = `${told.slice(0, start)}globalThis.__built(${place}, ${call})${told.slice(end)}`
    again.push(`;globalThis.__calls[${place}] = ({ ${locals.join(', ')} }) => ${call}`)
  }
  return told + again.join('\n')
}

registerHooks({
  load(url, context, next) {
    const loaded = next(url, context)
    const file = fileOf.get(url)
    if (file === undefined) return loaded
    return { ...loaded, source: telling(file, readFileSync(fileURLToPath(url), 'utf8')) }
  },
})

for (const url of fileOf.keys()) await import(url)
await buildOthers()

const unknown: string[] = []
for (const [file, calls] of callsIn) {
  for (const { line, locals } of calls) {
    const place = `${file}:${line}`
    for (const parts of [...(PARTS[file] ?? []), ...(locals.length === 0 ? [{}] : [])]) {
      if (locals.every((name) => name in parts)) globalThis.__built(place, globalThis.__calls[place]?.(parts) as RegExp)
    }
    if (!built.has(place)) unknown.push(`${place} (${locals.join(', ')})`)
  }
}
const patterns = [...built].flatMap(([place, known]) =>
  [...known.values()].map(({ source, flags }): Pattern => ({ source, flags, place })),
)
process.stdout.write(JSON.stringify({ patterns, unknown } satisfies Built))
