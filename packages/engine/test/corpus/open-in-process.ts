import { openCorpus } from '#corpus/open-corpus.ts'
import { demoSource } from '#corpus/sources/demo-source.ts'
import { WORDS } from './words.ts'

/** Opens the demo corpus in a process of its own, and prints what it found. */
const corpus = await openCorpus({
  sources: [demoSource()],
  indexFile: process.argv[2] ?? '',
  ...WORDS,
})
const hits = corpus.search(['panama', 'canal'], 3).map(({ documentId, start }) => [documentId, start])
console.log(JSON.stringify({ documents: corpus.documentCount, passages: corpus.passageCount, hits }))
corpus.close()
