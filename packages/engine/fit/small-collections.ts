import { createHash } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileSource } from '../src/corpus/sources/file-source.ts'
import type { CorpusSource } from '../src/corpus/types.ts'
import type { TrainingQuestion, TrainingSet } from './training-set.ts'

const COLLECTIONS = 12
const DOCUMENTS = 12
const OTHERS = 6

/** A few documents of a set, questions that they answer, and as many that they do not. */
export interface SmallCollection {
  sources: CorpusSource[]
  own: TrainingQuestion[]
  others: TrainingQuestion[]
}

/**
 * Cuts small collections out of a set, and writes them into a folder: what is rare in one says less than in a large one.
 * None of a set of folders.
 */
export function smallCollections({ records, questions }: TrainingSet, folder: string): SmallCollection[] {
  const hash = (id: string) => createHash('sha256').update(id).digest('hex')
  const inOrder = records
    .map((record) => ({ ...record, hash: hash(record.id) }))
    .sort((a, b) => (a.hash < b.hash ? -1 : 1))
  const needing = questions.filter(({ needsOne }) => needsOne)
  const urls = (some: readonly { url: string }[]) => new Set(some.map(({ url }) => url))
  return Array.from({ length: COLLECTIONS }, (_, i) => inOrder.slice(i * DOCUMENTS, (i + 1) * DOCUMENTS)).flatMap(
    (held, i) => {
      if (held.length < DOCUMENTS) return []
      const file = join(folder, `${i}.jsonl`)
      writeFileSync(file, `${held.map(({ line }) => line).join('\n')}\n`)
      const here = urls(held)
      const own = needing.filter(({ needed }) => needed.every((url) => here.has(url)))
      const others = needing.filter(({ needed }) => needed.every((url) => !here.has(url)))
      const step = Math.max(1, Math.floor(others.length / OTHERS))
      return [
        {
          sources: [fileSource(file)],
          own: own.slice(0, OTHERS),
          others: others.filter((_, at) => at % step === i % step).slice(0, OTHERS),
        },
      ]
    },
  )
}
