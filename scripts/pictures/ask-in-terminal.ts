import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runCli } from '../../packages/server/src/cli/run-cli.ts'
import { openProductEngine } from '../../packages/server/src/product-engine.ts'
import { toSvg } from './to-svg.ts'

/** What both pictures of the front page ask. */
export const QUESTION = 'What was the Monroe Doctrine?'
const COLUMNS = 92

/** Draws what the command really prints on a terminal, as SVG. */
export async function drawTerminal(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'picture-'))
  const shown: string[] = []
  const terminal = { write: (text: string) => shown.push(text), isTTY: true, columns: COLUMNS }
  const ask = () =>
    runCli(['ask', '--level', 'low', QUESTION], {
      stdin: (async function* () {})(),
      stdout: terminal,
      stderr: terminal,
      environment: { DATABASE_URL: `sqlite:${join(folder, 'picture.db')}` },
      openEngine: openProductEngine,
      stop: new AbortController().signal,
      endSlowly: () => {},
      readableLog: true,
    })
  try {
    // The first run makes the index; the second one is what a user sees from then on.
    await ask()
    shown.splice(0, shown.length, `\u001B[2m$\u001B[22m deep-research ask --level low "${QUESTION}"\n`)
    const code = await ask()
    if (code !== 0) throw new Error(`The command ended with ${code}:\n${shown.join('')}`)
    return toSvg(shown.join(''), COLUMNS, 'A question, what is searched and read for it, and a cited answer')
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
