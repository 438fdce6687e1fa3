import { retryPause, wait } from '#kernel/retry-pause.ts'
import type { OpenSearchClient } from './client.ts'

/** One change of the index. */
export interface Change {
  id: string
  /** Undefined deletes it. */
  document: Record<string, unknown> | undefined
  /** Called if the server does not take it. */
  refused: (reason: string) => void
}

/** How much is sent at once, in UTF-16 units and in changes: the servers' documentation advises 5 to 15 MB. */
const MOST_LENGTH = 4_194_304
const MOST_CHANGES = 500

/** How often changes are sent again that a busy server did not take. */
const RETRIES = 8

interface Item {
  status: number
  error?: { reason?: string; type?: string }
}

/** Writes documents to an index, many at a time. */
export class BulkWriter {
  readonly #client: OpenSearchClient
  readonly #index: string
  readonly #signal: AbortSignal
  #changes: Change[] = []
  #length = 0

  constructor(client: OpenSearchClient, index: string, signal: AbortSignal) {
    this.#client = client
    this.#index = index
    this.#signal = signal
  }

  async write(change: Change): Promise<void> {
    this.#changes.push(change)
    this.#length += JSON.stringify(change.document ?? '').length
    if (this.#length >= MOST_LENGTH || this.#changes.length >= MOST_CHANGES) await this.flush()
  }

  async flush(): Promise<void> {
    let changes = this.#changes
    this.#changes = []
    this.#length = 0
    for (let failures = 0; changes.length > 0; failures += 1) {
      const busy = await this.#send(changes)
      if (failures === RETRIES) for (const { refused } of busy) refused('the server stays busy')
      if (busy.length === 0 || failures === RETRIES) return
      if (!(await wait(retryPause(failures), this.#signal))) this.#signal.throwIfAborted()
      changes = busy
    }
  }

  /** @returns the changes for which the server had no time. */
  async #send(changes: readonly Change[]): Promise<Change[]> {
    const lines = changes.flatMap(({ id: _id, document }) => {
      const target = { _index: this.#index, _id }
      return document ? [{ index: target }, document] : [{ delete: target }]
    })
    const { body } = await this.#client.send('POST', '/_bulk', { lines: lines.map((line) => JSON.stringify(line)) })
    const { items = [] } = (body ?? {}) as { items?: { index?: Item; delete?: Item }[] }
    const busy: Change[] = []
    for (const [place, change] of changes.entries()) {
      const item = items[place]?.index ?? items[place]?.delete
      if (item?.status === 429) busy.push(change)
      // What is to be deleted may be gone already.
      else if (!item || (item.status >= 300 && item.status !== 404)) {
        change.refused(item?.error?.reason ?? item?.error?.type ?? 'the server did not say why')
      }
    }
    return busy
  }
}
