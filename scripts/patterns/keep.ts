import { writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { allPatterns } from './all-patterns.ts'
import type { Growth } from './verdict-thread.ts'
import { findOut, readVerdicts, textOf, VERDICTS } from './verdicts.ts'

// Finds out what is not known of the packages' regular expressions, and keeps it: `pnpm patterns`.
const { patterns } = await allPatterns()
const kept = readVerdicts()
const named = new Map(patterns.map((pattern) => [textOf(pattern), pattern]))
const found = new Map<string, Growth>([...named.keys()].flatMap((text) => (kept[text] ? [[text, kept[text]]] : [])))
const save = () => {
  const all = [...found].sort(([one], [other]) => (one < other ? -1 : 1))
  writeFileSync(VERDICTS, `${JSON.stringify(Object.fromEntries(all), null, 2)}\n`)
}
const fresh = [...named].flatMap(([text, pattern]) => (found.has(text) ? [] : [pattern]))
await findOut(fresh, availableParallelism(), (pattern, growth) => {
  found.set(textOf(pattern), growth)
  if (growth !== 'linear') console.log(`${growth}: ${pattern.place} ${textOf(pattern)}`)
  save()
})
save()
