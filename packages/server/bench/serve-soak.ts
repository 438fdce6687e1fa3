import type { EngineEvent } from '@deep-research/engine'
import { createLog } from '../src/telemetry/logger.ts'
import { RESULT } from '../test/support/scripted-engine.ts'
import { obeyParent } from './child.ts'
import { readSettings, startService } from './service.ts'

/** The service as it is run, with research of about 40 KB that takes no time of its own; the database is the first word. */
const [path = '', window = ''] = process.argv.slice(2)
const settings = readSettings({
  PORT: '0',
  DATABASE_URL: `sqlite:${path}`,
  RESUME_WINDOW_MS: window,
  RESULT_RETENTION: '1m',
})

const DELTAS = 180
const DELTA = 'Corals of the reef grow some millimetres a year. '

async function* research(): AsyncGenerator<EngineEvent> {
  for (let delta = 0; delta < DELTAS; delta += 1) yield { type: 'answer', content: DELTA }
  const answer = DELTA.repeat(DELTAS)
  yield { type: 'completed', result: { ...RESULT, answer, answer_clean: answer, citations: [], sources_summary: [] } }
}

const log = createLog(settings.logLevel)
const service = await startService(settings, { openEngine: async () => ({ research, close() {} }), log })
obeyParent(service.url)
