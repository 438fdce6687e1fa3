import type { Quotation } from '#evidence/ledger.ts'
import { firstEndingAfter } from '../block-sentences.ts'
import type { Block, BlockList } from '../types.ts'
import { factsOf, isFact } from './facts.ts'
import { pointsBack, refersBack, tieLength } from './opening.ts'
import { LONGEST_MARKER } from './order-in-section.ts'
import { openingSentence, quotationOf, sentencesFrom } from './quote-block.ts'
import { isUnderSame, LAST_HEADING_LEVEL } from './section-blocks.ts'
import { aboveFacts } from './unasked-facts.ts'

/** A longer block is no name of what follows. */
const LONGEST_NAME = 120
/** UTF-16 code units of what says of what "it" is: more of it would be an answer of its own. */
const LONGEST_BEFORE = 200
/** The mark of a note says nothing. */
const WORDS = /\p{L}{2}.*\s\p{L}/su
const SENTENCE = /[.!?:;…]["”’»)]*$/u
/** Says nothing without the question, or the claim, that it replies to. */
const REPLIES = /^(?:yes|no)\b(?=[,.!:;–—]|\s+[–—-])/iu
const QUESTION = /\s\S+[?？]["”’»)]*$/u
/** What a program calls something: "bodyLimit", "`limits`", "server.close()", "--all"; "Usage" is no such name. */
const CODE_NAME = /^(?:`[^`\n]+`|[\p{Ll}_$][^\s]*|[\w$.]+\(.*\)|\S*[\w)\]][._(=-]\S*|--?\S+(?:[ ,]\s*\S+){0,3})$/u

/**
 * A passage behind what names its subject and stands before it: a term that is being defined, a heading that is the name of
 * something, a line that is no sentence, and what a pronoun at its beginning speaks of. `whole`: it is a whole section, whose
 * heading is named behind it. `belowFacts`: lines that say one thing of it each may stand between.
 */
export function named(
  passage: Quotation[],
  blocks: BlockList,
  { whole = false, belowFacts = false } = {},
): Quotation[] {
  const [first] = passage
  const at = first ? firstEndingAfter(blocks, first.start) : 0
  const above = first && belowFacts ? aboveFacts(first, blocks, at) : at
  const before = above > 0 ? blocks.at(above - 1) : undefined
  const own = blocks.at(at)
  if (first === undefined || before === undefined || own === undefined || own.kind === 'heading') return passage
  const refers = first.start - own.start < LONGEST_MARKER && own.kind !== 'code' && refersBack(openingSentence(first))
  const meant = refers && !whole ? antecedent(first, before, own) : undefined
  // What it speaks of may stand directly below its own name.
  if (meant) return named([meant, ...passage], blocks, { whole: true })
  if (before.end - before.start > LONGEST_NAME) return passage
  const words = withoutNumber(quotationOf(first.document, before, before))
  const isLine = before.kind === 'paragraph' && own.kind === 'paragraph' && isLabel(words.quote)
  // The name of the source says that already.
  const isTitle = words.quote.trim() === first.document.title
  // The facts of an option stand below its name.
  const isOfFacts = factsOf(first).some(isFact)
  const isHead = isTerm(before) || isOfFacts || (refers && !whole) || isNameOf(words, own) || REPLIES.test(first.quote)
  // The question of another, who asked the same, is known to the reader.
  const isQuestion = QUESTION.test(words.quote) && !refers && !REPLIES.test(first.quote)
  const isName = before.kind === 'heading' && !isTitle && isHead && !isQuestion
  if (isLine && isFact(words)) return named([words, ...passage], blocks, { whole })
  return isName || isLine ? [words, ...passage] : passage
}

/** What a function is called with. */
const SIGNATURE = /^[\w.:$]+ ?\(/u
/** Whether a line is no sentence, nor a part of one or a command as it is typed. */
const isLabel = (line: string) =>
  /\p{L}/u.test(line) && !SENTENCE.test(line) && (/^[^\p{Ll}]/u.test(line) || SIGNATURE.test(line))

const isTerm = ({ level = 1 }: Block) => level > LAST_HEADING_LEVEL

/** "3.296." */
const SECTION_NUMBER = /^\p{N}+(?:\.\p{N}+)+\.?\s+/u

/** A heading is known by its words: its number says nothing outside of its document. */
function withoutNumber(name: Quotation): Quotation {
  const [number = ''] = name.block?.kind === 'heading' ? (SECTION_NUMBER.exec(name.quote) ?? []) : []
  return { ...name, start: name.start + number.length, quote: name.quote.slice(number.length) }
}

/** Whether a heading is the name of something that a program knows. */
function isNameOf({ quote }: Quotation, { kind }: Block): boolean {
  return (kind === 'paragraph' || kind === 'item') && CODE_NAME.test(quote.trim())
}

/** What stands directly before a sentence that begins with a pronoun, as far as it says what that is. */
function antecedent({ document }: Quotation, before: Block, own: Block): Quotation | undefined {
  if ((before.kind !== 'paragraph' && before.kind !== 'caption') || !isUnderSame(before, own)) return undefined
  const whole = quotationOf(document, before, before)
  if (!WORDS.test(whole.quote)) return undefined
  if (before.end - before.start <= LONGEST_BEFORE) return whole
  const start = before.end - LONGEST_BEFORE
  const last = sentencesFrom(document, before, { start: before.start, most: before.end - before.start }).at(-1)
  if (last === undefined || last.start < start) return undefined
  const words = quotationOf(document, last, before)
  return pointsBack(words.quote) || tieLength(words.quote) > 0 ? undefined : words
}
