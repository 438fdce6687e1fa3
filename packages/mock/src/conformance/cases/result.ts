import {
  citationSchema,
  HEADERS,
  REASONING_LEVELS,
  researchResultSchema,
  SOURCE_TYPES,
  sourceAnchorSchema,
  sourceSchema,
  sourceSummarySchema,
  usageSchema,
} from '@deep-research/sdk/contract'
import { isRecord } from '../exchange.ts'
import { type Case, first, judge, misfit, notTestable } from '../finding.ts'
import { OWN_METADATA, type StreamName } from '../probe.ts'
import { ALL_STREAMS, type Completed, listOf, onItems, onResults, resultOf, textOf, whereResultShows } from './pick.ts'

const TAG = /<cite id="([^"]*)">|<\/cite>/g

const strip = (answer: string) => answer.replaceAll(TAG, '')
const tagIds = (answer: string) => [...answer.matchAll(TAG)].flatMap(([, id]) => (id === undefined ? [] : [id]))

const cites = ({ citations }: Completed['result']) => Array.isArray(citations) && citations.length > 0
const tagged = (result: Completed['result']) => tagIds(textOf(result, 'answer')).length > 0
const NO_CITATION = 'no answer cites anything'

const clean = onResults(ALL_STREAMS, ({ result }) => {
  const [stripped, told] = [strip(textOf(result, 'answer')), textOf(result, 'answer_clean')]
  return stripped === told
    ? undefined
    : `answer without tags ${JSON.stringify(stripped)}, answer_clean ${JSON.stringify(told)}`
})

const tags = onResults(ALL_STREAMS, ({ result }) => {
  const tagged = [...new Set(tagIds(textOf(result, 'answer')))].sort()
  const cited = listOf(result, 'citations')
    .map(({ id }) => String(id))
    .sort()
  return JSON.stringify(tagged) === JSON.stringify(cited)
    ? undefined
    : `tags name ${JSON.stringify(tagged)}, citations ${JSON.stringify(cited)}`
})

/** Opening and closing tags alternate. */
const flat = onResults(ALL_STREAMS, ({ result }) => {
  const answer = textOf(result, 'answer')
  const kinds = [...answer.matchAll(TAG)].map(([tag]) => (tag === '</cite>' ? 'close' : 'open'))
  const odd = kinds.length % 2 === 1 || kinds.some((kind, index) => kind !== (index % 2 === 0 ? 'open' : 'close'))
  return odd || /<\/?cite/.test(strip(answer)) ? JSON.stringify(answer) : undefined
})

/** The text between two offsets, for each unit in which they may count. */
function slices(text: string, start: number, end: number): string[] {
  const bytes = new TextEncoder().encode(text)
  return [
    text.slice(start, end),
    Array.from(text).slice(start, end).join(''),
    new TextDecoder().decode(bytes.subarray(start, end)),
  ]
}

/** Judges the offsets of citations; `counts` says which units are allowed. */
const offsets = (counts: number): Case =>
  onItems('citations', (citation, _, { result }) => {
    const { start_offset: start, end_offset: end, cited_text: cited } = citation
    if (typeof start !== 'number' || typeof end !== 'number' || start < 0 || end < start) {
      return `no span in ${JSON.stringify(citation)}`
    }
    const found = slices(textOf(result, 'answer_clean'), start, end).slice(0, counts)
    return found.some((slice) => slice === cited)
      ? undefined
      : `${start} to ${end} encloses ${JSON.stringify(found[0])}, cited_text is ${JSON.stringify(cited)}`
  })

/** Only characters beyond the Basic Multilingual Plane count twice in UTF-16. */
const ASTRAL = /[\u{10000}-\u{10ffff}]/u

/** Whether a citation ends after a character that UTF-16 and code points count differently. */
const countsShow = (result: Completed['result']) =>
  listOf(result, 'citations').some((citation) => {
    const clean = textOf(result, 'answer_clean')
    const at = clean.indexOf(textOf(citation, 'cited_text'))
    return at >= 0 && ASTRAL.test(clean.slice(0, at + textOf(citation, 'cited_text').length))
  })

const idsInOrder = onResults(ALL_STREAMS, ({ result }) =>
  first(new Set(tagIds(textOf(result, 'answer'))), (id, index) =>
    id === `cite_${index + 1}` ? undefined : `cite_${index + 1} was due, the tag says ${id}`,
  ),
)

const urlOf = (holder: Readonly<Record<string, unknown>>) =>
  isRecord(holder['source']) ? holder['source']['url'] : undefined

/** Whether two citations share a source. */
const sharesSource = (result: Completed['result']) => {
  const urls = listOf(result, 'citations').map(urlOf)
  return new Set(urls).size < urls.length
}

/** Whether two sources are cited a different number of times, so that their order can be wrong. */
const hasOrder = (result: Completed['result']) =>
  new Set(listOf(result, 'sources_summary').map(({ citation_count }) => citation_count)).size > 1

const unique = onResults(ALL_STREAMS, ({ result }) => {
  const urls = listOf(result, 'sources_summary').map(urlOf)
  return new Set(urls).size === urls.length ? undefined : JSON.stringify(urls)
})

const byCount = onResults(ALL_STREAMS, ({ result }) => {
  const counts = listOf(result, 'sources_summary').map(({ citation_count }) => Number(citation_count))
  const sorted = counts.every((count, index) => index === 0 || count <= (counts[index - 1] ?? 0))
  return sorted ? undefined : `citation counts in order: ${JSON.stringify(counts)}`
})

const counts = onResults(ALL_STREAMS, ({ result }) => {
  const citations = listOf(result, 'citations')
  const summaries = listOf(result, 'sources_summary')
  const unsummed = citations.find((one) => !summaries.some((summary) => urlOf(summary) === urlOf(one)))
  if (unsummed !== undefined) return `no summary for the source of ${JSON.stringify(unsummed)}`
  return first(summaries, (summary) => {
    const ids = citations.filter((one) => urlOf(one) === urlOf(summary)).map(({ id }) => String(id))
    const told = Array.isArray(summary['citation_ids']) ? summary['citation_ids'].map(String) : []
    const same = JSON.stringify([...ids].sort()) === JSON.stringify([...told].sort())
    return same && summary['citation_count'] === ids.length
      ? undefined
      : `the source is cited by ${JSON.stringify(ids)}, the summary is ${JSON.stringify(summary)}`
  })
})

const LEVEL_OF: Partial<Record<StreamName, keyof typeof REASONING_LEVELS>> = {
  verbose: 'low',
  thinking: 'medium',
  tools: 'high',
}

const within =
  (level: keyof typeof REASONING_LEVELS) =>
  ({ result }: Completed) => {
    const usage = result['usage']
    const iterations = isRecord(usage) ? Number(usage['iterations']) : Number.NaN
    const { maxIterations } = REASONING_LEVELS[level]
    return iterations <= maxIterations
      ? undefined
      : `${level} has at most ${maxIterations}, usage is ${JSON.stringify(usage)}`
  }

const ceiling: Case = async (probe) => {
  for (const [name, level] of Object.entries(LEVEL_OF) as [StreamName, keyof typeof REASONING_LEVELS][]) {
    const finding = await onResults([name], within(level))(probe)
    if (finding.outcome !== 'held') return finding
  }
  return { outcome: 'held' }
}

/** That the default is medium shows if more is done than low allows, or if the price is stated. */
const defaultLevel: Case = async (probe) => {
  const finding = await onResults(['plain'], within('medium'))(probe)
  if (finding.outcome !== 'held') return finding
  const stream = await probe.stream('plain')
  const charged = stream.headers.get(HEADERS.creditsCharged)
  const { credits } = REASONING_LEVELS.medium
  if (charged !== null)
    return judge(charged === String(credits) ? undefined : `${credits} credits were due, not ${charged}`)
  const usage = resultOf(stream)?.result['usage']
  const told = isRecord(usage) && Number(usage['iterations']) > REASONING_LEVELS.low.maxIterations
  return told ? finding : notTestable('the research took no more iterations than low allows')
}

const metadata = onResults(['verbose'], ({ result }) => {
  const sorted = (value: unknown) => JSON.stringify(isRecord(value) ? Object.entries(value).sort() : value)
  return sorted(result['metadata']) === sorted(OWN_METADATA)
    ? undefined
    : `metadata is ${JSON.stringify(result['metadata'])}`
})

const sourceTypes: readonly unknown[] = SOURCE_TYPES

export const resultCases = {
  'result.fields': onResults(ALL_STREAMS, ({ result }) => {
    const loose = researchResultSchema.pick({ answer: true, answer_clean: true })
    const lists = ['citations', 'sources_summary'].find((field) => !Array.isArray(result[field]))
    if (lists !== undefined) return `${lists} is no list: ${JSON.stringify(result[lists])}`
    if (!isRecord(result['usage'])) return `usage is no object: ${JSON.stringify(result['usage'])}`
    return misfit(loose, result, 'data')
  }),
  'result.clean': whereResultShows(tagged, NO_CITATION, clean),
  'result.tags': whereResultShows((result) => tagged(result) || cites(result), NO_CITATION, tags),
  'citation.fields': onItems('citations', (citation) =>
    misfit(citationSchema.omit({ source: true, source_anchor: true }), citation, 'citation'),
  ),
  'citation.offsets': offsets(3),
  'anchor.fields': onItems('citations', ({ source_anchor }) =>
    misfit(sourceAnchorSchema, source_anchor, 'source_anchor'),
  ),
  'source.fields': onItems('citations', ({ source }) => misfit(sourceSchema, source, 'source')),
  'source.url': onItems('citations', (citation) => {
    const url = urlOf(citation)
    return typeof url === 'string' && URL.canParse(url) ? undefined : `url is ${JSON.stringify(url)}`
  }),
  'summary.fields': onItems('sources_summary', (summary) => misfit(sourceSummarySchema, summary, 'summary')),
  'summary.unique': whereResultShows(sharesSource, 'no source is cited twice', unique),
  'summary.order': whereResultShows(hasOrder, 'no two sources are cited a different number of times', byCount),
  'summary.counts': whereResultShows(cites, NO_CITATION, counts),
  'usage.fields': onResults(ALL_STREAMS, ({ result }) => misfit(usageSchema, result['usage'], 'usage')),
  'usage.ceiling': ceiling,
  'citation.utf16': whereResultShows(
    countsShow,
    'no citation ends behind a character that is two code units long',
    offsets(1),
  ),
  'citation.ids': whereResultShows(tagged, NO_CITATION, idsInOrder),
  'citation.flat': whereResultShows(tagged, NO_CITATION, flat),
  'source.type': onItems('citations', ({ source }) => {
    const type = isRecord(source) ? source['source_type'] : undefined
    return sourceTypes.includes(type) ? undefined : `source_type is ${JSON.stringify(type)}`
  }),
  'usage.default-level': defaultLevel,
  'metadata.echo': metadata,
  'metadata.absent': onResults(['plain'], ({ result }) =>
    result['metadata'] === undefined ? undefined : `metadata is ${JSON.stringify(result['metadata'])}`,
  ),
} satisfies Record<string, Case>
