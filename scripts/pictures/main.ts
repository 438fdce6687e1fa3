import { writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { drawTerminal, QUESTION } from './ask-in-terminal.ts'
import { shootConsole } from './shoot-console.ts'

// Makes the pictures of the front page and of the guide to the console, of the same question: `pnpm pictures`.
const pictures = { 'ask.svg': await drawTerminal(), ...(await shootConsole(QUESTION)) }
for (const [name, picture] of Object.entries(pictures)) {
  const file = resolve(import.meta.dirname, '../../docs/pictures', name)
  writeFileSync(file, picture)
  console.log(`Wrote ${file}.`)
}
