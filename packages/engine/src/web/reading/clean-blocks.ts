import { type Cut, cutsIn, withoutCuts } from '#guard/quarantine.ts'
import { soundField } from '#guard/sound-field.ts'
import { withoutAddresses } from '#guard/unlink.ts'
import { LONGEST_NAME, LONGEST_TITLE, visible } from '#language/visible.ts'
import { blockSentences } from '../../block-sentences.ts'
import { type BlockedText, changeBlocks } from '../../change-blocks.ts'
import type { Block } from '../../types.ts'

/** More blocks than this help nobody to read a page, and cost more than its text. */
const MOST_BLOCKS = 20_000
const CODE_LANGUAGE = /^[\w+#.-]{1,30}$/

/** A text in memory, and its blocks where they are known. */
type CleanText = Pick<BlockedText, 'text'> & Partial<BlockedText>

/**
 * A stranger's text without what nobody sees, what addresses a model, and addresses of the web. Blocks and the titles
 * above them are cleaned alike; where a sentence was taken out, its block ends and another one goes on.
 */
export function cleanText({ text, blocks }: CleanText): CleanText {
  if (blocks === undefined || blocks.length > MOST_BLOCKS) {
    const shown = visible(text).trim()
    return { text: withoutAddresses(withoutCuts(shown, cutsIn(shown))) }
  }
  const shown = changeBlocks({ text, blocks }, visible)
  const cuts = cutsIn(shown.text, spansOf(shown))
  const kept = shown.blocks.flatMap((block) => around(shown.text, block, cuts))
  const clean = changeBlocks({ text: withoutCuts(shown.text, cuts), blocks: kept }, withoutAddresses)
  const titleOf = titles()
  return { text: clean.text, blocks: clean.blocks.map((block) => soundBlock(block, titleOf)) }
}

/** What is judged as one: headings and furniture whole, everything else by its sentences or lines. */
function spansOf(shown: BlockedText) {
  const whole = shown.blocks.filter(({ kind }) => kind === 'heading' || kind === 'furniture')
  return [...whole, ...blockSentences(shown)].sort((a, b) => a.start - b.start)
}

/** What is left of a block where parts of it were cut out. */
function around(text: string, block: Block, cuts: readonly Cut[]): Block[] {
  const parts: Block[] = []
  let from = block.start
  const add = (to: number) => {
    const part = text.slice(from, to)
    const start = from + part.length - part.trimStart().length
    const end = from + part.trimEnd().length
    if (start < end) parts.push({ ...block, start, end })
  }
  for (let at = firstCutAfter(cuts, block.start); at < cuts.length; at += 1) {
    const cut = cuts[at]
    if (cut === undefined || cut.start >= block.end) break
    add(Math.max(from, cut.start))
    from = Math.min(cut.end, block.end)
  }
  if (from === block.start) return [block]
  add(block.end)
  return parts
}

function firstCutAfter(cuts: readonly Cut[], place: number): number {
  let low = 0
  let high = cuts.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((cuts[middle]?.end ?? 0) <= place) low = middle + 1
    else high = middle
  }
  return low
}

type TitleOf = (path: readonly string[]) => readonly string[]

/** Cleans the titles above blocks; blocks that shared theirs share them afterwards. */
function titles(): TitleOf {
  const known = new Map<readonly string[], readonly string[]>()
  const fields = new Map<string, string>()
  const sound = (title: string) => {
    const before = fields.get(title)
    if (before !== undefined) return before
    const field = soundField(title, LONGEST_TITLE)
    fields.set(title, field)
    return field
  }
  return (path) => {
    const before = known.get(path)
    if (before) return before
    const clean = path.map(sound).filter((title) => title !== '')
    known.set(path, clean)
    return clean
  }
}

function soundBlock({ path, speaker, language, ...block }: Block, titleOf: TitleOf): Block {
  const name = speaker === undefined ? '' : soundField(speaker, LONGEST_NAME)
  return {
    ...block,
    path: titleOf(path),
    ...(name !== '' && { speaker: name }),
    ...(language !== undefined && CODE_LANGUAGE.test(language) && { language }),
  }
}
