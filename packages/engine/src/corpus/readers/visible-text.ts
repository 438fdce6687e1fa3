import { Parser } from 'htmlparser2'
import { UnreadableContentError } from './decode.ts'
import type { TextBuilder } from './text-builder.ts'

/** What a reader of pages wants to know beside the text. */
export interface PageObserver {
  /** Sees every element as it opens, also those without text. */
  onElement?: (name: string, attributes: Attributes) => void
  /** Sees the text of the page's `title` element. */
  onTitle?: (text: string) => void
  /** Knows of further elements, by their attributes, that are not shown. */
  isHidden?: ((attributes: Attributes) => boolean) | undefined
}

export type Attributes = Readonly<Record<string, string>>

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

/** Writes the visible text of HTML: boilerplate (by its tag) and hidden text do not reach the builder. */
export function writeVisible(html: string, builder: TextBuilder, observer: PageObserver = {}): void {
  const { onElement, onTitle, isHidden } = observer
  const layout = new Layout(builder)
  const open: { name: string; skips: boolean }[] = []
  let skipping = 0
  let articles = 0
  let inTitle = false
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
        if (skipping === 0) layout.begin(name, attributes)
      },
      ontext(text) {
        if (inTitle) onTitle?.(text)
        if (skipping === 0) layout.text(text)
      },
      onclosetag(name) {
        inTitle = false
        const closed = open.pop()
        if (closed === undefined) return
        if (skipping === 0) layout.end(name)
        if (closed.skips) skipping -= 1
        if (name === 'article' || name === 'main') articles -= 1
      },
    },
    { decodeEntities: true },
  )
  parser.end(html)
}

/** Lays out what is shown: lists with their markers, tables in rows, code as it stands. */
class Layout {
  readonly #builder: TextBuilder
  readonly #lists: { next: number | undefined; items: number }[] = []
  readonly #tables: { rows: number }[] = []
  #preformatted: string | undefined

  constructor(builder: TextBuilder) {
    this.#builder = builder
  }

  begin(name: string, attributes: Attributes): void {
    const builder = this.#builder
    if (name === 'br') builder.line()
    else if (name === 'li') this.#item()
    else if (name === 'tr') builder.row((this.#tables.at(-1) ?? { rows: 0 }).rows++ === 0)
    else if (name === 'td' || name === 'th') builder.cell()
    else if (HEADING.test(name)) builder.beginHeading(Number(name[1]))
    else if (BLOCKS.has(name)) builder.block()
    if (name === 'ol') this.#lists.push({ next: Number.parseInt(attributes['start'] ?? '1', 10) || 1, items: 0 })
    if (name === 'ul') this.#lists.push({ next: undefined, items: 0 })
    if (name === 'table') this.#tables.push({ rows: 0 })
    if (name === 'pre') this.#preformatted = ''
  }

  text(text: string): void {
    if (this.#preformatted === undefined) this.#builder.text(text)
    else this.#preformatted += text
  }

  end(name: string): void {
    if (name === 'pre' && this.#preformatted !== undefined) {
      this.#builder.code(this.#preformatted)
      this.#preformatted = undefined
    }
    if (HEADING.test(name)) this.#builder.endHeading()
    else if (name === 'li') this.#builder.line()
    else if (BLOCKS.has(name)) this.#builder.block()
    if (name === 'ol' || name === 'ul') this.#lists.pop()
    if (name === 'table') this.#tables.pop()
  }

  #item(): void {
    const list = this.#lists.at(-1)
    const marker = list?.next === undefined ? '-' : `${list.next++}.`
    this.#builder.item(marker, this.#lists.length <= 1 && (list === undefined || list.items === 0))
    if (list !== undefined) list.items += 1
  }
}

function skippedElement(name: string, attributes: Attributes): boolean {
  if (SKIPPED.has(name)) return true
  if (attributes['hidden'] !== undefined && attributes['hidden'] !== 'until-found') return true
  return attributes['aria-hidden'] === 'true' || NOT_SHOWN.test(attributes['style'] ?? '')
}
