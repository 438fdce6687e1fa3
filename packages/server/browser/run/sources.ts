import type { Citation, ResearchResult } from '@deep-research/sdk/citations'
import { sourcesInOrder } from '../../src/answer/references.ts'
import type { Passage } from '../../src/dashboard/answer/passage.ts'
import { verdictOf } from '../../src/dashboard/answer/verdict.ts'
import { byId, element } from './element.ts'

/** Passages by the ids of their citations. */
type Passages = Readonly<Record<string, Passage>>

/** Lists the sources of an answer, each with the passages that it is cited for. */
export function showSources(result: ResearchResult, passages: Passages): void {
  const { citations } = result
  const items = sourcesInOrder(result).map(({ source, citation_ids }, index) => {
    const { title, url, authors, year, source_type } = source
    const about = [authors, year, source_type, url].filter(Boolean).join(' · ')
    const cited = citations.filter(({ id }) => citation_ids.includes(id))
    const heading = element('div', 'title', titleOf(title, url))
    heading.dir = 'auto'
    const list = element('ul', 'passages', ...cited.map((citation) => passageItem(citation, passages[citation.id])))
    const item = element('li', '', element('div', '', heading, element('div', 'about', about), list))
    item.id = `source-${index + 1}`
    item.tabIndex = -1
    return item
  })
  byId('sources').replaceChildren(...items)
  byId('sources-section').hidden = items.length === 0
}

function passageItem(citation: Citation, passage: Passage | undefined): HTMLElement {
  const { id, verified, source_anchor, supporting_quote } = citation
  const { before = '', quote = source_anchor.quote || supporting_quote, after = '', href } = passage ?? {}
  const item = element('li')
  item.id = `passage-${id}`
  item.tabIndex = -1
  if (quote !== '') {
    const shown = element('p', 'passage', before, element('mark', '', quote), after)
    shown.dir = 'auto'
    item.append(shown)
  }
  const check = element('div', 'check', element('span', verified ? 'verdict yes' : 'verdict no', verdictOf(citation)))
  if (href !== undefined) {
    const link = element('a', '', 'Read in the source')
    link.href = href
    check.append(' ', link)
  }
  const back = element('a', 'back', 'Back to the sentence')
  back.href = `#claim-${id}`
  check.append(' ', back)
  item.append(check)
  return item
}

/** Only what a browser can open as a page is a link. */
function titleOf(title: string, url: string): Node | string {
  if (!/^https?:\/\//i.test(url)) return title
  const link = element('a', '', title)
  link.href = url
  link.target = '_blank'
  link.rel = 'noopener noreferrer'
  return link
}
