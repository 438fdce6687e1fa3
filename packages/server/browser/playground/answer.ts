import { type Citation, CiteParser, type ResearchResult, toSegments } from '@deep-research/sdk/citations'
import { byId, element } from './element.ts'
import type { Tip } from './tip.ts'

/** The answer and its sources, while they come and when they are there. */
export interface AnswerView {
  clear(): void
  /** A further piece, its tags included. */
  append(content: string): void
  /** The answer as it is at last, every mark with its source. */
  complete(result: ResearchResult): void
}

export function createAnswer(tip: Tip): AnswerView {
  const answer = byId('answer')
  const sources = byId('sources')
  const noSources = byId('no-sources')
  let parser = new CiteParser()
  let places: HTMLElement[] = [answer]
  let begun = false

  const clear = () => {
    parser = new CiteParser()
    places = [answer]
    answer.replaceChildren(element('p', 'muted', 'Nothing is written yet.'))
    begun = false
    sources.replaceChildren()
    noSources.hidden = false
    tip.hide()
  }

  return {
    clear,
    append(content) {
      if (!begun) answer.replaceChildren()
      begun = true
      for (const token of parser.push(content)) {
        const place = places.at(-1) ?? answer
        if (token.type === 'text') place.append(token.text)
        else if (token.type === 'close') places.length = Math.max(1, places.length - 1)
        else {
          const mark = element('span', 'mark')
          place.append(mark)
          places.push(mark)
        }
      }
    },
    complete(result) {
      const numbers = showSources(result, sources)
      noSources.hidden = numbers.size > 0
      answer.replaceChildren(
        ...toSegments(result).map(({ text, citations }) =>
          citations.length === 0 ? text : markOf(text, citations, { numbers, tip }),
        ),
      )
      if (result.answer_clean === '') answer.append(element('p', 'muted', 'The research found no answer.'))
    },
  }
}

/** A cited run, which a mouse, a finger and the tab key reach, and which leads to its source. */
function markOf(
  text: string,
  citations: readonly Citation[],
  { numbers, tip }: { numbers: ReadonlyMap<string, number>; tip: Tip },
): HTMLElement {
  const cited = [...new Set(citations.flatMap(({ id }) => numbers.get(id) ?? []))]
  const mark = element('a', 'mark', text, element('sup', '', cited.join(',')))
  mark.href = `#source-${cited[0] ?? ''}`
  if (citations.some(({ verified }) => !verified)) mark.classList.add('unverified')
  tip.attach(mark, () => citations.map((citation) => detailsOf(citation)))
  return mark
}

function detailsOf({ verified, supporting_quote, source_anchor, source }: Citation): HTMLElement {
  const quote = source_anchor?.quote ?? supporting_quote
  const details = element('div')
  if (quote) details.append(element('q', '', quote))
  details.append(element('div', 'source', source.title))
  const facts = [source.authors, source.year, source.source_type].filter(Boolean).join(' · ')
  if (facts) details.append(element('div', 'muted', facts))
  details.append(
    verified
      ? element('div', 'verdict yes', '✓ Verified against the source')
      : element('div', 'verdict no', 'Not verified: no passage of the source was found to confirm it'),
  )
  return details
}

/** @returns the number of its source for each citation's id. */
function showSources({ sources_summary, citations }: ResearchResult, list: HTMLElement): Map<string, number> {
  const numbers = new Map<string, number>()
  for (const [index, { source, citation_ids, citation_count }] of sources_summary.entries()) {
    for (const id of citation_ids) numbers.set(id, index + 1)
    const verified = citations.filter(({ id, verified }) => verified && citation_ids.includes(id)).length
    const item = element('li', '', titleOf(source.title, source.url))
    item.id = `source-${index + 1}`
    item.tabIndex = -1
    item.append(
      element('span', 'id', source.url),
      element(
        'span',
        'muted',
        `cited ${citation_count} ${citation_count === 1 ? 'time' : 'times'}, ${verified} verified`,
      ),
    )
    list.append(item)
  }
  return numbers
}

/** Only what a browser can open as a page is a link. */
function titleOf(title: string, url: string): HTMLElement {
  if (!/^https?:\/\//i.test(url)) return element('b', '', title)
  const link = element('a', '', title)
  link.href = url
  link.target = '_blank'
  link.rel = 'noopener noreferrer'
  return link
}
