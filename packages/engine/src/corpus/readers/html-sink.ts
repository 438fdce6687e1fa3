import { Parser } from 'htmlparser2'
import { UnreadableContentError } from './decode.ts'
import type { TextBuilder } from './text-builder.ts'

/** Takes HTML in pieces and writes its visible text to a builder. */
export interface HtmlSink {
  write(html: string): void
  /** Whether what comes next is inside something that a reader of the page does not see. */
  hidden(): boolean
  end(): void
}

/** Sees every element as it opens, also those without text. */
export type ElementObserver = (name: string, attributes: Readonly<Record<string, string>>) => void
/** Sees the text of a page's `title` element. */
export type TitleObserver = (text: string) => void

/** What is no part of what the page says, or is not shown. */
const SKIPPED = new Set(
  (
    'script style noscript template nav footer aside form button select option textarea iframe object embed svg canvas ' +
    'audio video map dialog head title menu math'
  ).split(' '),
)
const BLOCKS = new Set(
  (
    'address article blockquote body center dd details div dl dt fieldset figcaption figure header hgroup hr legend main ' +
    'ol p pre section summary table caption thead tbody tfoot ul'
  ).split(' '),
)
const HEADING = /^h[1-6]$/
const NOT_SHOWN =
  /(?:^|;)\s*(?:display\s*:\s*none|visibility\s*:\s*(?:hidden|collapse)|(?:font-size|opacity|max-height)\s*:\s*0(?:\.0*)?(?:px|em|rem|pt|%)?\s*(?:!important\s*)?(?:;|$))/i

/** The parser takes the longer for an element the deeper it stands; no page that people read is near this. */
const DEEPEST = 20_000

interface Open {
  name: string
  skips: boolean
}

/** Knows of further elements, by their attributes, that are not shown. */
export type HiddenElements = (attributes: Readonly<Record<string, string>>) => boolean

/** Makes a sink. Boilerplate (by its tag) and hidden text do not reach the builder. */
export function createHtmlSink(
  builder: TextBuilder,
  onElement?: ElementObserver,
  onTitle?: TitleObserver,
  isHidden?: HiddenElements,
): HtmlSink {
  const open: Open[] = []
  const lists: { next: number | undefined; items: number }[] = []
  const tables: { rows: number }[] = []
  let skipping = 0
  let articles = 0
  let preformatted: string | undefined
  let inTitle = false

  function begin(name: string, attributes: Record<string, string>): void {
    if (name === 'br') builder.line()
    else if (name === 'li') item()
    else if (name === 'tr') builder.row((tables.at(-1) ?? { rows: 0 }).rows++ === 0)
    else if (name === 'td' || name === 'th') builder.cell()
    else if (HEADING.test(name)) builder.beginHeading(Number(name[1]))
    else if (BLOCKS.has(name)) builder.block()
    if (name === 'ol') lists.push({ next: Number.parseInt(attributes['start'] ?? '1', 10) || 1, items: 0 })
    if (name === 'ul') lists.push({ next: undefined, items: 0 })
    if (name === 'table') tables.push({ rows: 0 })
    if (name === 'pre') preformatted = ''
  }

  function item(): void {
    const list = lists.at(-1)
    const marker = list?.next === undefined ? '-' : `${list.next++}.`
    builder.item(marker, lists.length <= 1 && (list === undefined || list.items === 0))
    if (list !== undefined) list.items += 1
  }

  function end(name: string): void {
    if (name === 'pre' && preformatted !== undefined) {
      builder.code(preformatted)
      preformatted = undefined
    }
    if (HEADING.test(name)) builder.endHeading()
    else if (name === 'li') builder.line()
    else if (BLOCKS.has(name)) builder.block()
    if (name === 'ol' || name === 'ul') lists.pop()
    if (name === 'table') tables.pop()
  }

  const parser = new Parser(
    {
      onopentag(name, attributes) {
        onElement?.(name, attributes)
        inTitle = name === 'title' && !open.some(({ name: outer }) => outer === 'svg' || outer === 'body')
        const hidden = skippedElement(name, attributes) || isHidden?.(attributes) === true
        const skips = hidden || (name === 'header' && articles === 0)
        open.push({ name, skips })
        if (open.length > DEEPEST) throw new UnreadableContentError('is nested too deeply')
        if (skips) skipping += 1
        if (name === 'article' || name === 'main') articles += 1
        if (skipping === 0) begin(name, attributes)
      },
      ontext(text) {
        if (inTitle) onTitle?.(text)
        if (skipping > 0) return
        if (preformatted === undefined) builder.text(text)
        else preformatted += text
      },
      onclosetag(name) {
        inTitle = false
        const closed = open.pop()
        if (closed === undefined) return
        if (skipping === 0) end(name)
        if (closed.skips) skipping -= 1
        if (name === 'article' || name === 'main') articles -= 1
      },
    },
    { decodeEntities: true },
  )
  return { write: (html) => parser.write(html), hidden: () => skipping > 0, end: () => parser.end() }
}

function skippedElement(name: string, attributes: Readonly<Record<string, string>>): boolean {
  if (SKIPPED.has(name)) return true
  if (attributes['hidden'] !== undefined && attributes['hidden'] !== 'until-found') return true
  return attributes['aria-hidden'] === 'true' || NOT_SHOWN.test(attributes['style'] ?? '')
}
