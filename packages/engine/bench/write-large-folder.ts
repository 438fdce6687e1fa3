import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { largeQuestions, writeLargeFolder } from './large-folder.ts'

const USAGE = `node packages/engine/bench/write-large-folder.ts DIR [MEGABYTES] [MEDIAN] [QUESTIONS]

Writes DIR/corpus, a folder of made-up text of so many megabytes (default 1000), half
of them longer than MEDIAN bytes (default 12000), and DIR/questions.jsonl (default 20), to
be measured by: pnpm bench:engine --corpus DIR/corpus --questions DIR/questions.jsonl --limit 0`

const [folder, megabytes = '1000', median = '12000', questions = '20'] = process.argv.slice(2)
if (folder === undefined) {
  console.error(USAGE)
  process.exitCode = 2
} else {
  mkdirSync(folder, { recursive: true })
  writeLargeFolder(join(folder, 'corpus'), Number(megabytes) * 1e6, Number(median))
  const lines = largeQuestions(Number(questions)).map((question) => JSON.stringify({ question }))
  writeFileSync(join(folder, 'questions.jsonl'), `${lines.join('\n')}\n`)
}
