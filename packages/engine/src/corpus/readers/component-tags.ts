import { labelIn } from './labels.ts'

/** The tag of a component: `<Steps>`, `<Card title="Locks" />`, `</Steps>`. */
export interface ComponentTag {
  name: string
  /** Where it ends in its text. */
  end: number
  closes: boolean
  /** It encloses nothing. */
  isEmpty: boolean
  attributes: ReadonlyMap<string, string>
}

const BEGIN = /<(\/?)([A-Za-z][\w.-]*)/y
const SPACE = /\s*/y
const ATTRIBUTE = /[A-Za-z_$][\w.:$-]*/y
const QUOTED = /"[^"]*"|'[^']*'/y
/** A longer tag is none that a page is written with. */
const LONGEST = 100_000
const OPENS = '{[('
const CLOSES = '}])'
const QUOTES = '"\'`'
/** What a component calls the kind of a remark, and its title. */
const KINDS = ['type', 'variant', 'kind', 'intent']
const TITLES = ['title', 'label', 'heading', 'question']
const TEXTS = ['description', 'text', 'content', 'children']

/** Reads the tag that begins at a place: one of a component, or one with an expression in it; undefined where HTML can read it. */
export function readTag(text: string, at: number): ComponentTag | undefined {
  const begun = matchAt(BEGIN, text, at)
  const [, slash, name] = begun ?? []
  if (begun === undefined || name === undefined) return undefined
  const attributes = new Map<string, string>()
  let hasExpression = false
  for (let next = at + begun[0].length; next - at < LONGEST; ) {
    next += matchAt(SPACE, text, next)?.[0].length ?? 0
    const isEmpty = text.startsWith('/>', next)
    if (isEmpty || text[next] === '>') {
      const isOfComponent = /^\p{Lu}|\./u.test(name) || hasExpression
      const end = next + (isEmpty ? 2 : 1)
      return isOfComponent ? { name, end, closes: slash === '/', isEmpty, attributes } : undefined
    }
    const attribute = matchAt(ATTRIBUTE, text, next)?.[0]
    if (attribute !== undefined) {
      next += attribute.length
      if (text[next] !== '=') continue
      next += 1
    }
    const quoted = attribute === undefined ? undefined : matchAt(QUOTED, text, next)?.[0]
    const end = quoted === undefined ? endOfExpression(text, next) : next + quoted.length
    if (end === undefined) return undefined
    hasExpression ||= quoted === undefined
    if (attribute !== undefined) attributes.set(attribute, text.slice(next + 1, end - 1))
    next = end
  }
  return undefined
}

/** Where an expression in braces ends; undefined where none begins. */
function endOfExpression(text: string, start: number): number | undefined {
  if (text[start] !== '{') return undefined
  let depth = 0
  let quote = ''
  for (let at = start; at < Math.min(text.length, start + LONGEST); at += 1) {
    const sign = text[at] ?? ''
    if (quote !== '') {
      if (sign === '\\') at += 1
      else if (sign === quote) quote = ''
    } else if (QUOTES.includes(sign)) quote = sign
    else if (OPENS.includes(sign)) depth += 1
    else if (CLOSES.includes(sign)) depth -= 1
    if (depth === 0) return at + 1
  }
  return undefined
}

function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | undefined {
  pattern.lastIndex = at
  return pattern.exec(text) ?? undefined
}

/** What a component says by itself, as Markdown: of what kind a remark is, and its title. */
export function saidBy({ name, closes, attributes }: ComponentTag): string {
  if (closes) return ''
  const given = (names: readonly string[]) =>
    names.map((each) => attributes.get(each)).find((each) => each !== undefined)
  const kind = [name, given(KINDS) ?? ''].map(labelIn).find((each) => each !== undefined)
  const title = given(TITLES)?.trim() ?? ''
  const text = attributes.get('title') === undefined ? '' : (given(TEXTS) ?? '')
  return title === '' ? (kind ?? '') : `**${title}**${isPlain(text) ? `: ${text}` : ''}`
}

const isPlain = (text: string) => /^\p{L}[^{}<>]*$/u.test(text)
