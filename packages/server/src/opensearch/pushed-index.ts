import { UserError } from '#kernel/user-error.ts'
import type { OpenSearchClient } from './client.ts'
import type { IndexFields } from './fields.ts'

/** The field with which a push finds again what earlier ones have put into an index. */
export const OWN_FIELD = 'deep_research'

const pathOf = (index: string) => `/${encodeURIComponent(index)}`

/** Creates the index if it is missing; one that exists is left as it is. */
export async function ensureIndex(client: OpenSearchClient, index: string, fields: IndexFields): Promise<void> {
  const { status } = await client.send('HEAD', pathOf(index), undefined, [404])
  if (status !== 404) return
  const own = {
    entry: KEYWORD,
    fingerprint: KEYWORD,
    complete: { type: 'boolean' },
    source_type: KEYWORD,
    publisher: KEYWORD,
  }
  const properties = {
    [fields.title]: { type: 'text' },
    [fields.text]: { type: 'text' },
    [fields.url]: KEYWORD,
    // As documents give it: a day, a month or a year.
    [fields.date]: KEYWORD,
    [fields.authors]: KEYWORD,
    [OWN_FIELD]: { properties: own },
  }
  // Another push may have created it since.
  await client.send('PUT', pathOf(index), { json: { mappings: { properties } } }, [400])
}

const KEYWORD = { type: 'keyword' }

/** How many entries are read or removed at once. */
const PAGE = 1_000
const REMOVED_AT_ONCE = 100

interface Bucket {
  key: { entry: string; fingerprint: string }
}

/** The entries that were pushed completely, with their fingerprints. */
export async function readPushed(client: OpenSearchClient, index: string): Promise<Map<string, string>> {
  const pushed = new Map<string, string>()
  const source = (field: string) => ({ [field]: { terms: { field: `${OWN_FIELD}.${field}` } } })
  for (let after: Bucket['key'] | undefined; ; ) {
    const composite = { size: PAGE, sources: [source('entry'), source('fingerprint')], ...(after && { after }) }
    const json = {
      size: 0,
      query: { term: { [`${OWN_FIELD}.complete`]: true } },
      aggs: { entries: { composite } },
    }
    const { body } = await client.send('POST', `${pathOf(index)}/_search`, { json })
    const { aggregations } = (body ?? {}) as {
      aggregations?: { entries?: { buckets: Bucket[]; after_key?: Bucket['key'] } }
    }
    if (!aggregations?.entries)
      throw new UserError('OPENSEARCH_URL does not answer as OpenSearch or Elasticsearch does.')
    const { buckets, after_key } = aggregations.entries
    for (const { key } of buckets) pushed.set(key.entry, key.fingerprint)
    if (!after_key || buckets.length === 0) return pushed
    after = after_key
  }
}

/** Removes all documents of entries, or all but those of one fingerprint. */
export async function removeEntries(
  client: OpenSearchClient,
  index: string,
  entries: readonly { entry: string; butOf?: string }[],
): Promise<void> {
  for (let from = 0; from < entries.length; from += REMOVED_AT_ONCE) {
    const should = entries.slice(from, from + REMOVED_AT_ONCE).map(({ entry, butOf }) => ({
      bool: {
        filter: [{ term: { [`${OWN_FIELD}.entry`]: entry } }],
        ...(butOf !== undefined && { must_not: [{ term: { [`${OWN_FIELD}.fingerprint`]: butOf } }] }),
      },
    }))
    const json = { query: { bool: { should, minimum_should_match: 1 } } }
    await client.send('POST', `${pathOf(index)}/_delete_by_query?conflicts=proceed&refresh=true`, { json })
  }
}
