import { Parser } from 'htmlparser2'
import { UnreadableContentError } from './decode.ts'
import { type Attributes, PageElement } from './element-roles.ts'
import { Layout } from './layout.ts'
import type { TextBuilder } from './text-builder.ts'

/** What a reader of pages wants to know beside the text. */
export interface PageObserver {
  /** Sees every element as it opens, also those without text. */
  onElement?: (name: string, attributes: Attributes) => void
  /** Sees the text of the page's `title` element. */
  onTitle?: (text: string) => void
  /** Knows of further elements that are not shown. Told of each one as it opens and as it closes. */
  visibility?: { open: (name: string, attributes: Attributes) => boolean; close: () => void } | undefined
  /** A page with more elements is not read. Default: four million. */
  mostElements?: number | undefined
}

/** What is no part of what the page says, or is not shown. */
const SKIPPED = new Set(
  (
    'script style noscript template nav footer aside form button select option textarea iframe object embed svg canvas ' +
    'audio video map dialog head title menu annotation annotation-xml'
  ).split(' '),
)
const NOT_SHOWN =
  /(?:^|;)\s*(?:display\s*:\s*none|visibility\s*:\s*(?:hidden|collapse)|(?:font-size|opacity|max-height)\s*:\s*0(?:\.0*)?(?:px|em|rem|pt|%)?\s*(?:!important\s*)?(?:;|$))/i

/** The parser takes the longer for an element the deeper it stands. Browsers nest no deeper either. */
const DEEPEST = 512

/** Elements of a file: a table of half a million rows has some three million. */
const MOST_ELEMENTS = 4_000_000

/** `shown`: what it is, where it is shown. */
interface OpenElement {
  name: string
  shown: PageElement | undefined
  skips: boolean
}

/** What shows something in a line for which there are no words. */
const WORDLESS = new Set(['object', 'canvas', 'select', 'textarea'])

/** Writes the visible text of HTML: boilerplate (by its tag) and hidden text do not reach the builder. */
export function writeVisible(html: string, builder: TextBuilder, observer: PageObserver = {}): void {
  const { onElement, onTitle, visibility, mostElements = MOST_ELEMENTS } = observer
  const layout = new Layout(builder)
  const open: OpenElement[] = []
  let elements = 0
  let skipping = 0
  let articles = 0
  let inTitle = false
  /** The panels that a tab opens: what a reader opens with a click is not hidden. */
  const panels = new Set<string>()
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        onElement?.(name, attributes)
        inTitle = name === 'title' && !open.some(({ name: outer }) => outer === 'svg' || outer === 'body')
        elements += 1
        if (elements > mostElements) throw new UnreadableContentError(`holds more than ${mostElements} elements`)
        const unseen = visibility?.open(name, attributes) === true
        const { role, id, 'aria-controls': controls } = attributes
        if (role === 'tab' && controls !== undefined) panels.add(controls)
        const isOpened = role === 'tabpanel' && id !== undefined && panels.has(id)
        const hidden = unseen || SKIPPED.has(name) || (!isOpened && isHidden(attributes))
        if (skipping === 0 && !unseen && WORDLESS.has(name) && !isHidden(attributes)) layout.leaveOut()
        const skips = hidden || (name === 'header' && articles === 0)
        if (skips) skipping += 1
        const shown = skipping === 0 ? new PageElement(name, attributes) : undefined
        open.push({ name, shown, skips })
        if (open.length > DEEPEST) throw new UnreadableContentError('is nested too deeply')
        if (name === 'article' || name === 'main') articles += 1
        if (shown !== undefined) layout.begin(shown)
      },
      ontext(text) {
        if (inTitle) onTitle?.(text)
        if (skipping === 0) layout.text(text)
      },
      onclosetag(name) {
        inTitle = false
        visibility?.close()
        const closed = open.pop()
        if (closed === undefined) return
        if (closed.shown !== undefined) layout.end(closed.shown)
        if (closed.skips) skipping -= 1
        if (name === 'article' || name === 'main') articles -= 1
      },
    },
    { decodeEntities: true },
  )
  parser.end(html)
  layout.finish()
}

function isHidden(attributes: Attributes): boolean {
  const { hidden } = attributes
  if (hidden !== undefined && hidden !== 'until-found') return true
  const { style } = attributes
  return attributes['aria-hidden'] === 'true' || (style !== undefined && NOT_SHOWN.test(style))
}
