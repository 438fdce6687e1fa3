import { obeyParent } from './child.ts'
import { readSettings, startService } from './service.ts'

/** The service as it is run, over a corpus: the words are its database, the corpus, and the URL of a model or nothing. */
const [path = '', corpus = '', model = ''] = process.argv.slice(2)
const service = await startService(
  readSettings({
    PORT: '0',
    DATABASE_URL: `sqlite:${path}`,
    ...(corpus && { CORPUS: corpus }),
    ...(model && { LLM: 'openai-compatible', LLM_BASE_URL: model, LLM_MODEL: 'scripted' }),
  }),
)
obeyParent(service.url)
