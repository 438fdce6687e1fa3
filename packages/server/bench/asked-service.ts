import { join } from 'node:path'
import { DeepResearch, type ResearchResult } from '@deep-research/sdk'
import { checkResult } from '@deep-research/sdk/citations'
import { readSettings, startService } from '../src/index.ts'
import { temporaryFolder } from './temporary-folder.ts'

export interface AskedServiceOptions {
  corpus: string
  /** Where the scripted model is. */
  model: string
  verify: 'lexical' | 'llm'
}

/** Questions that an account has credits for. */
const QUESTIONS_AN_ACCOUNT = 20

/** A service over a corpus, with a scripted model, that is asked over HTTP by one account after the other. */
export async function startAskedService({ corpus, model, verify }: AskedServiceOptions) {
  const folder = temporaryFolder('asked')
  const service = await startService(
    readSettings({
      PORT: '0',
      DATABASE_URL: `sqlite:${join(folder, 'service.db')}`,
      CORPUS: corpus,
      LLM: 'openai-compatible',
      LLM_BASE_URL: model,
      LLM_MODEL: 'scripted',
      VERIFY: verify,
    }),
  )
  let asked = 0
  let client: DeepResearch | undefined
  let email = ''
  const credits = async () => {
    const { free, added } = await service.manage.showCredits(email)
    return free + added
  }
  return {
    /** Asks at low; gives the result, the faults of its form, and what was charged. */
    async ask(query: string): Promise<{ result: ResearchResult; faults: string[]; charged: number }> {
      if (asked % QUESTIONS_AN_ACCOUNT === 0 || !client) {
        email = `asked-${asked}@example.com`
        const account = await service.manage.createAccount(email, 'pro')
        const { key } = await service.manage.createKey(account.id)
        client = new DeepResearch({ apiKey: key, baseURL: service.url })
      }
      asked += 1
      const before = await credits()
      const result = await client.run({ query, reasoning_level: 'low' })
      return { result, faults: checkResult(result).map(String), charged: before - (await credits()) }
    },
    async close(): Promise<void> {
      await service.close()
    },
  }
}

/** A part of a whole, to three decimals. */
export const share = (part: number, whole: number) => Number((part / Math.max(1, whole)).toFixed(3))
