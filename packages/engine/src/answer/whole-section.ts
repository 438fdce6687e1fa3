import type { Quotation } from '#evidence/ledger.ts'
import marks from '#language/data/lead-marks.json' with { type: 'json' }
import { firstEndingAfter } from '../block-sentences.ts'
import type { Block, BlockList } from '../types.ts'
import { introduces } from './introduces.ts'
import { hangs } from './opening.ts'
import type { PassageRules } from './opening-passage.ts'
import { quotationOf, sentencesFrom } from './quote-block.ts'
import { isWithinList, LAST_HEADING_LEVEL } from './section-blocks.ts'
import { isOfSection } from './sections.ts'

/** UTF-16 code units, some 150 words: a section that is read at a glance is shown whole, since a part of it raises the question of the rest. */
const SHORT_SECTION = 1_000
/** The same where a single fact is asked for. */
const SHORT_SECTION_OF_FACT = 400
/** UTF-16 code units: a shorter passage tells a fact. */
const SHORTEST_PASSAGE = 500
/** UTF-16 code units of a section before the block that answers: a sentence that leads up to it. */
const LONGEST_BEFORE = 160
/** UTF-16 code units before the sentence that answers: behind more, nobody looks for it. */
const LATEST_LEAD = 250
/** What a section consists of that is read from its beginning on. */
const RUNNING = new Set<Block['kind']>(['paragraph', 'item', 'code', 'quote', 'caption'])
const EXAMPLES = /^examples?$/i
/** "This was contributed by Ann." */
const CREDITS = new RegExp(marks.credits.join('|'), 'iu')
/** Blocks of a section that is shown whole. */
const MOST_BLOCKS = 30

/**
 * The section that a sentence stands in, where that is short: from its beginning on, or from its paragraph on where more
 * than a sentence stands before that. Undefined where it is longer, or consists of several things of which one answers.
 */
export function wholeSection(
  lead: Quotation,
  blocks: BlockList,
  { longest, asksForList }: Pick<PassageRules, 'longest' | 'asksForList'>,
): Quotation[] | undefined {
  const at = firstEndingAfter(blocks, lead.start)
  const own = blocks.at(at)
  if (own === undefined || !RUNNING.has(own.kind) || !isOfSection(lead)) return undefined
  // An item answers by itself, unless it is a step of a way, and so does what belongs to it.
  if ((own.kind === 'item' && own.number === undefined) || isWithinList(blocks, at)) return undefined
  const section = withoutCredit(lead, sectionAround(blocks, at))
  const [first] = section
  // Where several things are asked for, an entry is one of them.
  const above = blocks.at(firstEndingAfter(blocks, first?.start ?? 0) - 1)
  const isEntry = (above?.level ?? 0) > LAST_HEADING_LEVEL
  if (asksForList && isEntry) return undefined
  if (first === undefined || holdsSeveral(section, own)) return undefined
  const shown =
    own.start - first.start <= LONGEST_BEFORE
      ? section
      : section.slice(beginningOf(section, lead, section.indexOf(own)))
  const [begun = own] = shown
  const opens =
    shown === section || begun !== own || (own.kind === 'paragraph' && !isEntry && !hangs(textOf(lead, own)))
  if (!opens || lead.start - (shown[0]?.start ?? 0) > LATEST_LEAD) return undefined
  const most = longest < SHORTEST_PASSAGE ? SHORT_SECTION_OF_FACT : SHORT_SECTION
  return lengthOf(shown) <= most ? shown.flatMap((block) => wordsOf(lead, block) ?? []) : undefined
}

/** The block from which on one can be read that goes on with a sentence: that which introduces it, or begins the sentence. */
function beginningOf(section: readonly Block[], lead: Quotation, at: number): number {
  let first = at
  for (let own = section[at]; own?.kind === 'paragraph'; own = section[first]) {
    const before = section[first - 1]
    const isIntroduced = first < at && before !== undefined && introduces(textOf(lead, before))
    if (before === undefined || !(isIntroduced || /^\p{Ll}/u.test(textOf(lead, own)))) break
    first -= 1
  }
  return first
}

const textOf = ({ document }: Quotation, block: Block) => quotationOf(document, block, block).quote

/** Whether a passage begins and ends where its section does, so that nothing in it is of something else. */
export function isSection(passage: readonly Quotation[], blocks: BlockList): boolean {
  const first = passage.find(({ block }) => block?.kind !== 'heading')
  const last = passage.at(-1)
  if (first?.block === undefined || last?.block === undefined || last.end < last.block.end) return false
  const [from, to] = [firstEndingAfter(blocks, first.block.start), firstEndingAfter(blocks, last.end)]
  return isHeading(blocks.at(from - 1)) && (to >= blocks.length || isHeading(blocks.at(to)))
}

/** The blocks under the heading that stands directly above one; none where they are more than are read at a glance. */
function sectionAround(blocks: BlockList, at: number): readonly Block[] {
  let first = at
  while (first > 0 && at - first <= MOST_BLOCKS && !isHeading(blocks.at(first - 1))) first -= 1
  if (first === 0 || !isHeading(blocks.at(first - 1))) return []
  const section: Block[] = []
  for (let next = blocks.at(first); next !== undefined; next = blocks.at(first + section.length)) {
    if (isHeading(next)) break
    section.push(next)
    if (section.length > MOST_BLOCKS) return []
  }
  return section.filter(({ kind }) => kind !== 'furniture')
}

/** A section of examples, or a list with what belongs to its items. */
function holdsSeveral(section: readonly Block[], own: Block): boolean {
  const isOfExamples = EXAMPLES.test(own.path.at(-1) ?? '') && section.filter(({ kind }) => kind === 'code').length > 1
  return isOfExamples || (section[0]?.kind === 'item' && own.number === undefined)
}

/** Blocks but for a first one that only says whom they are owed to. */
function withoutCredit(lead: Quotation, section: readonly Block[]): readonly Block[] {
  const [first, ...others] = section
  return first && others.length > 0 && lead.start >= first.end && CREDITS.test(textOf(lead, first)) ? others : section
}

const isHeading = (block: Block | undefined) => block?.kind === 'heading'

const lengthOf = (blocks: readonly Block[]) => blocks.reduce((sum, { start, end }) => sum + end - start, 0)

/** All that can be quoted of a block. */
function wordsOf({ document }: Quotation, block: Block): Quotation | undefined {
  if (block.kind === 'code' || block.kind === 'row') return quotationOf(document, block, block)
  const spans = sentencesFrom(document, block, { start: block.start, most: block.end - block.start })
  const [first, last] = [spans[0], spans.at(-1)]
  return first && last && quotationOf(document, { start: first.start, end: last.end }, block)
}
