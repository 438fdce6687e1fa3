import { MARKS } from '../../src/answer/marks.ts'
import { createMarkdown } from '../../src/dashboard/answer/markdown.ts'
import { element } from './element.ts'

const markdown = createMarkdown()
type Token = ReturnType<typeof markdown.parse>[number]

/** What takes the place of a mark. */
export type MakeMark = (mark: string) => Node[]

/** A block of Markdown, and what is shown for it. `source` holds the marks, too. */
export interface Block {
  source: string
  nodes: Node[]
}

/** Markdown as nodes, block by block. Blocks at the beginning that are as they were keep their nodes. */
export function renderBlocks(text: string, makeMark: MakeMark, known: readonly Block[] = []): Block[] {
  const lines = text.split('\n')
  const blocks: Block[] = []
  let same = true
  for (const tokens of topLevel(markdown.parse(text, {}))) {
    const [first, last] = tokens[0]?.map ?? [0, lines.length]
    const source = `${tokens[0]?.type}\n${lines.slice(first, last).join('\n')}`
    const before = known[blocks.length]
    same &&= before?.source === source
    blocks.push(same && before ? before : { source, nodes: render(tokens, makeMark) })
  }
  return blocks
}

/** The tokens of each block that stands in no other one. */
function* topLevel(tokens: readonly Token[]): Generator<Token[]> {
  let block: Token[] = []
  for (const token of tokens) {
    block.push(token)
    if (token.level !== 0 || token.nesting === 1) continue
    yield block
    block = []
  }
}

function render(tokens: readonly Token[], makeMark: MakeMark): Node[] {
  const root = element('div')
  let place: HTMLElement = root
  for (const token of tokens) {
    if (token.hidden) continue
    if (token.nesting === 1) {
      const made = make(token)
      place.append(made)
      place = made
    } else if (token.nesting === -1) place = place.parentElement ?? root
    else place.append(...leaf(token, makeMark))
  }
  for (const table of root.querySelectorAll('table')) letScroll(table)
  return [...root.childNodes]
}

/** What is wider than its place is scrolled within it, by keyboard too. */
function letScroll(table: HTMLElement): void {
  const wide = element('div', 'wide')
  wide.tabIndex = 0
  table.replaceWith(wide)
  wide.append(table)
}

function make({ tag, attrs }: Token): HTMLElement {
  const made = document.createElement(tag)
  for (const [name, value] of attrs ?? []) made.setAttribute(name, String(value))
  return made
}

function leaf(token: Token, makeMark: MakeMark): (Node | string)[] {
  const { type, content } = token
  if (type === 'inline') return render(token.children ?? [], makeMark)
  if (type === 'text') return withMarks(content, makeMark)
  if (type === 'softbreak') return ['\n']
  if (type === 'hardbreak') return [element('br')]
  if (type === 'hr') return [element('hr')]
  const code = element('code', '', content.replace(MARKS, ''))
  if (type === 'code_inline') return [code]
  const block = element('pre', '', code)
  // What is wider than its place is scrolled, by keyboard too.
  block.tabIndex = 0
  return [block]
}

function withMarks(text: string, makeMark: MakeMark): (Node | string)[] {
  const parts: (Node | string)[] = []
  let from = 0
  for (const { index, 0: whole, 1: mark = '' } of text.matchAll(MARKS)) {
    parts.push(text.slice(from, index), ...makeMark(mark))
    from = index + whole.length
  }
  return [...parts, text.slice(from)]
}
