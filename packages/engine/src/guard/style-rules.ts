import { type Looks, looksOf } from './hidden-text.ts'
import { readSelector, type Selector } from './selectors.ts'

/** A rule of a style sheet for one selector. */
export interface StyleRule {
  selector: Selector
  looks: Looks
  /** Its place among the rules: of those that weigh the same, the last one holds. */
  order: number
}

/** UTF-16 units of style sheets that are read, and rules that are kept: more than large sites have in a page. */
const MOST_CSS = 1_000_000
const MOST_RULES = 5_000

/** The rules of a page's own style sheets that say something of what is seen. Reads each sign once. */
export function styleRules(html: string): StyleRule[] {
  const rules: StyleRule[] = []
  for (const [selectors, body] of rulesIn(sheetsOf(html))) {
    const looks = looksOf(body)
    if (!looks) continue
    for (const text of selectors.split(',')) {
      const selector = readSelector(text)
      if (selector) rules.push({ selector, looks, order: rules.length })
      if (rules.length >= MOST_RULES) return rules
    }
  }
  return rules
}

/** What stands in the page's style elements, without comments. */
function sheetsOf(html: string): string {
  const lower = html.toLowerCase()
  let sheets = ''
  for (let at = lower.indexOf('<style'); at >= 0 && sheets.length < MOST_CSS; at = lower.indexOf('<style', at)) {
    const start = lower.indexOf('>', at) + 1
    if (start === 0) break
    const found = lower.indexOf('</style', start)
    const end = found < 0 ? html.length : found
    sheets += `${html.slice(start, Math.min(end, start + MOST_CSS))}\n`
    at = end
  }
  return withoutComments(sheets.slice(0, MOST_CSS))
}

function withoutComments(css: string): string {
  let kept = ''
  let last = 0
  for (let at = css.indexOf('/*'); at >= 0; at = css.indexOf('/*', last)) {
    kept += css.slice(last, at)
    const end = css.indexOf('*/', at + 2)
    if (end < 0) return kept
    last = end + 2
  }
  return kept + css.slice(last)
}

/** At-rules whose rules hold on the screen that a reader sits at; those for print and for small screens do not. */
const ENTERED = /^@(?:layer|supports|container|scope|media\s+(?:only\s+)?(?:screen|all)\s*$|media[^{]{0,100}min-width)/i

/** Each rule's selectors and declarations; what is nested in a rule is left out. */
function* rulesIn(css: string): Generator<[selectors: string, body: string]> {
  let start = 0
  let skipping = 0
  const open: { prelude: string; isRule: boolean }[] = []
  let bodyFrom = 0
  for (const found of css.matchAll(/[{};]/g)) {
    const { index: at } = found
    const inRule = open.at(-1)?.isRule === true
    if (skipping > 0) {
      if (found[0] !== ';') skipping += found[0] === '{' ? 1 : -1
    } else if (found[0] === '{') {
      const prelude = css.slice(start, at).trim()
      if (inRule || (prelude.startsWith('@') && !ENTERED.test(prelude))) skipping = 1
      else {
        open.push({ prelude, isRule: !prelude.startsWith('@') })
        bodyFrom = at + 1
      }
    } else if (found[0] === '}') {
      const closed = open.pop()
      if (closed?.isRule) yield [closed.prelude, css.slice(bodyFrom, at)]
    } else if (inRule) continue
    start = at + 1
  }
}
