import { readResearchStream } from '@deep-research/sdk'
import { toSegments } from '@deep-research/sdk/citations'
import { createResearchStore } from '@deep-research/sdk/react'

async function show(): Promise<void> {
  const response = await fetch('/api/research', { method: 'POST', body: JSON.stringify({ query: 'Why?' }) })
  const result = await readResearchStream(response).result()
  const cited = toSegments(result).filter(({ citations }) => citations.length > 0).length
  const store = createResearchStore({ api: '/api/research' })
  await store.ask({ query: 'Why?' })
  document.title = JSON.stringify([cited > 0, store.get().status, store.get().text === result.answer_clean])
}
void show()
