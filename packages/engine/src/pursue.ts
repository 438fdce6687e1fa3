import { retrieve } from '#evidence/retrieve.ts'
import type { Collection, Run } from '#evidence/run.ts'
import { readFinding } from '#evidence/score-finding.ts'
import { wordsOf } from './narrate.ts'
import type { ToolCalls } from './tool-calls.ts'
import type { EngineEvent, Finding, Query } from './types.ts'

export interface Pursuit {
  /** The run that reads what is found. */
  run: Run
  collection: Collection
  calls: ToolCalls
  iteration: number
  /** How many of the documents found are read. */
  most: number
}

/** Searches for one query, and has the best of what it finds read; gives what was read. */
export function* pursue(query: Query, pursuit: Pursuit): Generator<EngineEvent, Finding[]> {
  const { run, collection, calls, iteration, most } = pursuit
  const { library } = collection
  const asked = wordsOf(query, (id) => library.document(id).title)
  const findings = yield* calls.call('search', { arguments: { query: asked }, iteration }, () => {
    const value = retrieve(query, library)
    const documents = value.map(({ documentId }) => {
      const { title, url } = library.document(documentId)
      return { title, url }
    })
    return { value, result: { documents } }
  })
  const read = findings.slice(0, most)
  for (const finding of read) {
    const { url, title } = library.document(finding.documentId)
    yield* calls.call('read', { arguments: { url }, iteration }, () => {
      const candidate = readFinding(run, collection, query, finding, iteration)
      return { value: undefined, result: { title, sentences: candidate?.evidence.length ?? 0 } }
    })
  }
  return read
}
