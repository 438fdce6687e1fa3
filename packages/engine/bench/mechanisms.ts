import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { UsageError } from './data-set.ts'

/** An export of a module, and the expression that takes its place. */
export interface SwitchedOff {
  /** Its absolute path. */
  file: string
  name: string
  instead: string
}

const SRC = join(import.meta.dirname, '../src')

/** What is switched off by a name of its own: each as `file:export=expression`. */
export const MECHANISMS: Readonly<Record<string, readonly string[]>> = {
  expansions: ['evidence/queries.ts:expansionsFrom=() => []'],
  lead: ['answer/lead.ts:rankLeads=(candidates) => candidates.map((evidence, at) => ({ evidence, odds: -at }))'],

  spelling: ['question/spelling.ts:correctSpelling=(text) => ({ text, corrections: [] })'],
  'parts of questions': ['question/asks.ts:asksIn=() => []'],
}

const WRITTEN = /^([\w./-]+\.ts):(\w+)(?:=(.+))?$/s

/**
 * What a name stands for: one of the list, or `file:export` below `src`, in whose place stands a function that gives nothing, or
 * `file:export=expression`.
 * @throws {UsageError} for a name that is neither, or a file without that export
 */
export function mechanismOf(name: string): SwitchedOff[] {
  return (MECHANISMS[name] ?? [name]).map((written) => {
    const [, path = '', exported = '', instead = '() => undefined'] = WRITTEN.exec(written) ?? []
    const file = join(SRC, path)
    if (path === '' || !existsSync(file))
      throw new UsageError(
        `"${name}" is no mechanism: give file:export, or one of ${Object.keys(MECHANISMS).join(', ')}`,
      )
    if (!new RegExp(`export (?:async )?(?:function\\*?|const|class) ${exported}\\b`).test(readFileSync(file, 'utf8')))
      throw new UsageError(`"${name}": ${path} exports no ${exported}`)
    return { file, name: exported, instead }
  })
}

/** What one program tells another to switch off. */
export const switchedOffFrom = (written: string): SwitchedOff[] => JSON.parse(written)
