import { join } from 'node:path'
import { inTemporaryFolder } from '../bench/temporary-folder.ts'
import type { Assistant } from '../src/assistant.ts'
import { type Budget, budgetFor } from '../src/budget.ts'
import type { CorpusSource } from '../src/corpus/types.ts'
import { openEmbeddedEngine } from '../src/embedded.ts'
import type { Heads } from '../src/evidence/head.ts'
import type { Run } from '../src/evidence/run.ts'
import type { Library, SourceDocument } from '../src/types.ts'
import type { TrainingQuestion } from './training-set.ts'

/** What to do with a question's run when all is found and nothing is written. */
export type Observe = (run: Run, question: TrainingQuestion, budget: Budget) => void

export interface Asking {
  heads: Heads
  observe: Observe
  /** Documents that a question's run may not find. */
  hides?: (document: SourceDocument, question: TrainingQuestion) => boolean
}

const LEVEL = 'high'

/** Indexes a corpus, asks questions of it in process, and shows what each run found. */
export async function askAll(
  sources: readonly CorpusSource[],
  questions: readonly TrainingQuestion[],
  { heads, observe, hides }: Asking,
): Promise<void> {
  let asked: TrainingQuestion | undefined
  let documents: SourceDocument[] | undefined
  const hiding = (library: Library): Library => {
    const question = asked
    if (!hides || !question) return library
    documents ??= [...library.titles()].map(({ documentId }) => library.document(documentId))
    const without = documents.filter((document) => hides(document, question)).map(({ id }) => id)
    return {
      documentCount: library.documentCount,
      passageCount: library.passageCount,
      document: (id) => library.document(id),
      documentFrequency: (term) => library.documentFrequency(term),
      titles: () => library.titles(),
      origins: () => library.origins(),
      search: (terms, limit, filter) => library.search(terms, limit, { ...filter, without }),
    }
  }
  await inTemporaryFolder('fit', async (folder) => {
    const engine = await openEmbeddedEngine({
      sources,
      indexFile: join(folder, 'index.db'),
      heads,
      assist: ({ library }) => watching(hiding(library), (run) => asked && observe(run, asked, budgetFor(LEVEL))),
    })
    try {
      for (const question of questions) {
        asked = question
        const task = { query: question.text, level: LEVEL } as const
        for await (const _ of engine.research(task, { signal: new AbortController().signal })) {
          // What the run found is seen by `observe`.
        }
      }
    } finally {
      engine.close()
    }
  })
}

/** An assistant that changes nothing, and looks at the run before its answer would be written. */
function watching(library: Library, see: (run: Run) => void): Assistant {
  return {
    collection: (held) => ({ ...held, library }),
    async *plan() {},
    async *gather() {},
    // biome-ignore lint/correctness/useYield: it has nothing to tell.
    async *reflect() {
      return {}
    },
    // biome-ignore lint/correctness/useYield: it looks into nothing.
    async *deepen() {
      return 0
    },
    // biome-ignore lint/correctness/useYield: nothing is written.
    async *write({ run }) {
      see(run)
    },
    usage: () => ({}),
  }
}
