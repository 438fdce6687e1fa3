import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { startScriptedModel } from '../../../../engine/test/model/scripted-model.ts'

/** A question whose answer a model writes from the corpus of these tests. */
export const MODEL_QUESTION = 'Who designed the Harbour Bridge, and when did it open?'

const DOCUMENTS = {
  'bridge.md':
    '# Harbour Bridge\n\nThe Harbour Bridge was designed by Mira Olsen. It opened in 1932 after eight years of work. Its arch spans 503 metres.\n',
  'olsen.md':
    '# Mira Olsen\n\nMira Olsen was an engineer. She was born in Tromsø in 1889. She designed the Harbour Bridge and two others.\n',
}

/** Milliseconds between two pieces of the model's text, so that it can be interrupted anywhere. */
const PACE = 15

/** The settings of a service that researches with a model, which is there until the test ends. */
export async function settingsForModel(): Promise<Record<string, string>> {
  const model = await startScriptedModel({ pace: PACE })
  const folder = mkdtempSync(join(tmpdir(), 'corpus-'))
  onTestFinished(async () => {
    await model.close()
    rmSync(folder, { recursive: true, force: true })
  })
  for (const [name, text] of Object.entries(DOCUMENTS)) writeFileSync(join(folder, name), text)
  return { LLM: 'openai-compatible', LLM_BASE_URL: model.url, LLM_MODEL: 'scripted', CORPUS: folder }
}
