import type { SourceDocument } from '@deep-research/engine'
import { expect, it } from 'vitest'
import { onCluster } from './support/cluster.ts'
import { idOf, nextRun, startNodes } from './support/cluster-nodes.ts'
import { ask } from './support/service.ts'
import { readStream } from './support/stream.ts'
import { signUp } from './support/visitor.ts'

const CORALS: SourceDocument = {
  id: 'corals',
  url: 'urn:corpus:corals.md',
  title: 'Corals',
  text: 'Some live 4,000 years – 🪸. They grow slowly.',
  sourceType: 'document',
}
const PAGE = `/sources/${encodeURIComponent(CORALS.url)}`

onCluster('processes that answer requests and have no corpus', (servers) => {
  /** Two workers, of which one has the document, and somebody who is signed in at the other processes. */
  const start = async () => {
    const nodes = await startNodes(servers(), 2)
    const documentAt = (url: string) => (url === CORALS.url ? CORALS : undefined)
    Object.assign(nodes.workers[1]?.engine ?? {}, { documentAt })
    return { ...nodes, ada: await signUp(nodes.second.url, 'ada@example.com') }
  }

  it('show the documents of the workers, and what answers quote of them', async () => {
    const { first, workers, ada } = await start()
    const shown = await ada.get(`${PAGE}?from=0&to=9`)
    expect(shown.status).toBe(200)
    expect(shown.text).toContain(
      '<mark id="passage" tabindex="-1">Some live</mark> 4,000 years – 🪸. They grow slowly.',
    )
    expect((await ada.get('/sources/urn%3Acorpus%3Afish.md')).status).toBe(404)
    const { key } = await first.manage.createKey('ada@example.com')
    const response = await first.post(key, ask())
    ;(await nextRun(workers)).complete()
    await readStream(response)
    expect((await ada.get(`/research/${idOf(response)}`)).text).toContain(`href="${PAGE}?from=0&amp;to=27#passage"`)
  })

  it('show answers without them while no worker is there, and do not say that they do not exist', async () => {
    const { first, workers, ada } = await start()
    const { key } = await first.manage.createKey('ada@example.com')
    const response = await first.post(key, ask())
    ;(await nextRun(workers)).complete()
    await readStream(response)
    await Promise.all(workers.map((worker) => worker.close()))
    expect((await ada.get(PAGE)).status).toBe(502)
    const { status, text } = await ada.get(`/research/${idOf(response)}`)
    expect([status, text.includes('Some live 4,000 years – 🪸.'), text.includes(PAGE)]).toEqual([200, true, false])
  })
})
