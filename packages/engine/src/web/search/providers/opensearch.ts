import { z } from 'zod'
import { shownAddress } from '#language/shown-address.ts'
import type { WholeDocument } from '../../../types.ts'
import { askJson } from '../ask-service.ts'
import { SNIPPET } from '../hit-of.ts'
import { type ProviderKind, SearchFailure, type SearchHit } from '../provider.ts'

const FOUND = z.object({ _id: z.string(), _source: z.record(z.string(), z.unknown()) })
const ANSWER = z.object({ hits: z.object({ hits: z.array(FOUND) }) })

export interface OpenSearchOptions {
  /** May hold a user and a password. */
  url: string
  /** The name of the index. */
  index: string
  /** What title, text, url, date and authors are called in the index, as `title=headline,text=body …`. */
  fields: string
  /** In place of a user. */
  apiKey?: string
}

/** What a push has noted of a document beside its fields. */
const OWN = 'deep_research'

/**
 * An index of OpenSearch or Elasticsearch with the operator's documents, by the search API that both have. They come with
 * their whole text, so that nothing is fetched and every quotation is exact.
 */
export const opensearch: ProviderKind<'opensearch', OpenSearchOptions> = {
  name: 'opensearch',
  needs: {
    url: { variable: 'OPENSEARCH_URL', kind: 'address' },
    index: { variable: 'OPENSEARCH_INDEX', kind: 'name' },
    fields: { variable: 'OPENSEARCH_FIELDS', kind: 'name' },
    apiKey: { variable: 'OPENSEARCH_API_KEY', kind: 'key', optional: true },
  },
  // Each word is a clause, of which a server takes 1,024 by default, for two fields.
  longest: { characters: 10_000, words: 400 },
  async search({ query, limit, signal }, { url, index, fields, apiKey = '' }) {
    const names: Record<string, string> = Object.fromEntries(fields.split(',').map((pair) => pair.split('=')))
    const { address, user } = readAddress(url)
    const authorization = apiKey === '' ? user : `ApiKey ${apiKey}`
    const { hits } = await askJson({
      url: new URL(`${address}/${encodeURIComponent(index)}/_search`),
      headers: authorization === undefined ? {} : { authorization },
      body: {
        size: limit,
        _source: [...Object.values(names), `${OWN}.*`],
        query: { multi_match: { query, fields: [`${names['title']}^2`, names['text']] } },
      },
      schema: ANSWER,
      signal,
    })
    const found = hits.hits.flatMap(({ _id, _source }) =>
      hitOf(_source, names, `urn:index:${index}:${encodeURIComponent(_id)}`),
    )
    if (found.length > 0 || hits.hits.length === 0) return found
    throw new SearchFailure('format', `found documents without a text in "${names['text']}"; check OPENSEARCH_FIELDS`)
  },
}

function readAddress(url: string): { address: string; user: string | undefined } {
  const { username, password, origin, pathname } = new URL(url)
  const pair = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`
  return {
    address: `${origin}${pathname.replace(/(?<!\/)\/+$/, '')}`,
    user: username === '' ? undefined : `Basic ${Buffer.from(pair).toString('base64')}`,
  }
}

/** A document without a text says nothing. */
function hitOf(found: Record<string, unknown>, names: Record<string, string>, urn: string): SearchHit[] {
  const value = (name: string) => textOf(valueAt(found, names[name] ?? ''))
  const text = value('text')
  if (text === undefined) return []
  const title = value('title') ?? ''
  const authors = [valueAt(found, names['authors'] ?? '')].flat().filter((each) => typeof each === 'string')
  const [date, publisher] = [value('date'), textOf(valueAt(found, `${OWN}.publisher`))]
  const year = /^\d{4}/.exec(date ?? '')?.[0]
  const url = shownAddress(value('url') ?? '') ?? urn
  const document: Omit<WholeDocument, 'id'> = {
    ...{ url, title, text, sourceType: textOf(valueAt(found, `${OWN}.source_type`)) ?? 'document' },
    ...(authors.length > 0 && { authors }),
    ...(year !== undefined && { year: Number(year) }),
    ...(date !== undefined && date.length > 4 && { date }),
    ...(publisher !== undefined && { publisher }),
  }
  return [{ url, title, snippet: text.slice(0, SNIPPET), document }]
}

/** A field, whether its path stands there as one name or as objects within each other. */
function valueAt(found: Record<string, unknown>, path: string): unknown {
  if (path in found) return found[path]
  return path.split('.').reduce<unknown>((value, name) => (value as Record<string, unknown> | undefined)?.[name], found)
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value.trim() !== '' ? value : undefined
}
