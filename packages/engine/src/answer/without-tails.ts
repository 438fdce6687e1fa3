import { follows, lengthOf, type Quotation } from '#evidence/ledger.ts'
import { contentReader } from '#question/agreement.ts'
import type { Question } from '#question/question.ts'
import { tellsTrouble } from '#question/way.ts'
import { coverage } from '#question/weights.ts'
import type { Block } from '../types.ts'
import type { Answering } from './answering.ts'
import { instructs, namesOption } from './asides.ts'
import { adjoin } from './between.ts'
import { introduces, pointsOn } from './introduces.ts'
import type { Lead } from './lead.ts'
import type { PassageRules } from './opening-passage.ts'
import { ofOtherCase } from './other-case.ts'
import { quotationOf, sentencesFrom } from './quote-block.ts'
import { isOfSection } from './sections.ts'

/*
 * All of these were counted on 720 questions of documentation, as leaves of a tree that parts what holds the answer from what
 * does not: with them 177 answers are shorter, by 190 UTF-16 code units at the median, and 4 lose what was asked for.
 */

/** A share of the question, by weight: a piece whose sentences hold no more of it beyond the headings above them seldom answers. */
const LITTLE_OWN = 0.12
/** The same of all that it holds, by itself. */
const LITTLE = 0.18
/** An answer that holds so much of the question says the rest of it elsewhere. */
const TOLD = 0.95
/** In log-odds: what holds little of the question and is so much less likely to open the answer than its lead seldom answers. */
const UNLIKELY = 1.2
/** The same however much of the question is told, unless a piece repeats so much of it. */
const MOST_UNLIKELY = 3
const REPEATED = 0.6
/** UTF-16 code units: a shorter answer leaves something to say, unless a fact is asked for. */
const SHORTEST_ANSWER = 120
/** In log-odds: a single sentence that is so much less likely seldom answers behind so many UTF-16 code units, nor does anything behind `LONG`. */
const UNLIKELY_LATER = { behind: 0.85, later: 320 }
const UNLIKELY_SOONER = { behind: 1.5, later: 250 }
const LONG = 700
/** In log-odds: a sentence that goes on with its paragraph and is so much less likely seldom answers. */
const UNLIKELY_NEXT = 2
/** Passages beside the one that answers: behind them only code that is asked for, and not shown by then, adds anything. */
const MOST_BESIDE = 1
/**
 * In log-odds: a passage beside the one that answers, and so much less likely to open the answer, adds nothing. Counted on 369 questions
 * of documentation and of talk: of 12 such passages none held what was asked for where no other did, of 55 nearer ones 16.
 */
const FAR = 1
/** UTF-16 code units: behind less than that, another case may be what is asked for. */
const SHORTEST_CASE = 60
/** UTF-16 code units: behind so many, what is so unlikely is a step of another way. */
const MANY_STEPS = 500

const SPLIT = new Set<Block['kind']>(['paragraph', 'caption', 'quote', 'item', 'turn'])
/** Items, rows, and terms with what each is. */
const LISTED: readonly Block['kind'][] = ['item', 'row', 'heading']
const SEVERAL = new Set<Block['kind']>(['item', 'row', 'turn'])

/** Leaves out what stands at the ends of passages, behind what answers, and answers nothing that is asked. */
export type WithoutTails = (passages: readonly (readonly Quotation[])[], lead: Quotation) => Quotation[][]

/** A sentence, a row or code of a passage, and which of its quotations it stands in. */
interface Unit {
  at: number
  words: Quotation
}
/** What goes together: a sentence with what it introduces, a name with what is said of it, or the items of a list. */
type Piece = readonly Unit[]

/** Where a piece stands. */
interface PlaceOfPiece {
  /** In the passage that answers. */
  isOwn: boolean
  /** It may be a step of the way that is asked for. */
  isStep: boolean
  /** Something is left out before it. */
  isApart: boolean
}

/**
 * Leaves out the last pieces of passages that are beside the question, and passages that are nothing else. Where things are compared,
 * and in a text without sections, which is told in its order, all stays, and so do lists and code that are asked for.
 */
export function withoutTails(
  { goal, kind, needs, text }: Pick<Question, 'goal' | 'kind' | 'needs' | 'text'>,
  { ranked, answering }: { ranked: readonly Lead[]; answering: Answering },
  { asksForCode, asksForList }: Pick<PassageRules, 'asksForCode' | 'asksForList'>,
): WithoutTails {
  const contentOf = contentReader(goal)
  const held = (units: Piece) =>
    coverage(new Set(units.flatMap(({ words }) => [...contentOf(words.quote)])), goal.weights)
  const isFact = kind === 'fact'
  const first = ranked[0]?.odds ?? 0
  const behind = (piece: Piece) =>
    first - (ranked.find(({ evidence }) => holds(piece, evidence))?.odds ?? Number.NEGATIVE_INFINITY)
  const isTrouble = tellsTrouble(text)
  const isOtherCase = ofOtherCase({ goal })
  // A way is told in several steps, also within a paragraph.
  const isStep = (piece: Piece, lead: Piece, before: Piece) =>
    (isTrouble || asksForCode) &&
    (piece[0]?.words.block === lead[0]?.words.block ||
      hasKind(piece, 'code') ||
      wordsOf(piece).some(instructs) ||
      namesOption(wordsOf(piece), wordsOf(before)))
  const fits = (piece: Piece) => Math.max(0, ...piece.map(({ words }) => needs.fits(words.quote)))
  const isAsked = (piece: Piece, before: Piece) =>
    (isFact && fits(piece) > fits(before)) || (asksForList && LISTED.some((listed) => hasKind(piece, listed)))
  const isUnlikely = (piece: Piece, before: Piece, own: number) => {
    const [ahead, length] = [behind(piece), lengthOf(wordsOf(before))]
    if (own <= LITTLE_OWN) {
      const isTold = piece.length > 1 || held(before) > TOLD || held(piece) <= LITTLE
      return isTold ? ahead >= UNLIKELY : ahead >= MOST_UNLIKELY && held(piece) <= REPEATED
    }
    if (piece.length > 1) return false
    if (before.at(-1)?.words.block === piece[0]?.words.block && ahead >= UNLIKELY_NEXT) return true
    return [UNLIKELY_LATER, UNLIKELY_SOONER].some((each) => ahead >= each.behind && length > each.later)
  }
  const isBeside = (piece: Piece, before: Piece, { isStep, isApart, isOwn }: PlaceOfPiece) => {
    const [ahead, length] = [behind(piece), lengthOf(wordsOf(before))]
    if (isAsked(piece, before)) return false
    const isTold = asksForCode && hasKind(before, 'code')
    if (length >= SHORTEST_CASE && (isProse(piece) || isTold) && isOtherCase(piece[0]?.words.quote ?? '')) return true
    if (asksForList && isOwn && isListed(before) && isProse(piece)) return true
    if (!isFact && length < SHORTEST_ANSWER) return false
    const own = Math.max(...piece.map(({ words }) => answering(words.quote, words)))
    if (isApart && own <= LITTLE_OWN) return true
    if (length > LONG && ahead >= UNLIKELY_LATER.behind) return true
    if (isStep) return length > MANY_STEPS && ahead >= UNLIKELY_NEXT
    return !(asksForCode && hasKind(piece, 'code') && !hasKind(before, 'code')) && isUnlikely(piece, before, own)
  }
  // Counted on the same questions: of 14 passages without code beside an answer on a way one alone held what was asked for.
  const isOther = (passage: Piece, before: Piece, beside: number) => {
    const [length, last, next] = [lengthOf(wordsOf(before)), before.at(-1), passage[0]]
    if (last && next && goesWith(last.words, next.words) && !isApart([last], [next])) return false
    const isList = asksForList && LISTED.some((listed) => hasKind(passage, listed))
    if (beside >= MOST_BESIDE && !isList && !(asksForCode && hasKind(passage, 'code') && !hasKind(before, 'code')))
      return true
    if (!asksForCode) return length > LONG && !isList
    return length >= SHORTEST_ANSWER && !hasKind(passage, 'code') && !namesOption(wordsOf(passage), [])
  }
  const isFar = (passage: Piece) => behind(passage) >= FAR && Number.isFinite(behind(passage))
  const withoutFar = (all: readonly (readonly Quotation[])[], lead: Quotation) => {
    const told = all.map((passage) => piecesOf(passage).flat())
    const led = told.findIndex((piece) => holds(piece, lead))
    // Of several texts without sections each may tell it in its way.
    const isOfManual = (passage: Piece) =>
      isOfSection(lead) || lead.block?.kind === 'turn' || passage.every(({ words }) => isOfSection(words))
    return all.filter((_, at) => led < 0 || at <= led || !isOfManual(told[at] ?? []) || !isFar(told[at] ?? []))
  }
  return (given, lead) => {
    const passages = withoutFar(given, lead)
    const told = passages.map(piecesOf)
    const led = told.findIndex((pieces) => pieces.some((piece) => holds(piece, lead)))
    // Who speaks of it on another occasion seldom says what is asked for.
    const most = lead.block?.kind === 'turn' && !asksForList ? led + 1 + MOST_BESIDE : passages.length
    if (kind === 'comparison' || led < 0 || !isOfSection(lead)) return passages.slice(0, most).map((each) => [...each])
    const own = told[led]?.findIndex((piece) => holds(piece, lead)) ?? 0
    const before: Unit[] = []
    let beside = 0
    return passages.flatMap((passage, at) => {
      const pieces = told[at] ?? []
      if (at > led && isOther(pieces.flat(), before, beside)) return []
      if (at > led) beside += 1
      const isTail = pieces.map((piece, i) => {
        if (at < led || (at === led && i <= own)) return false
        const all = [...before, ...pieces.slice(0, i).flat()]
        return isBeside(piece, all, {
          isOwn: at === led,
          isStep: at === led && isStep(piece, pieces[own] ?? [], all),
          isApart: i > 0 && isApart(pieces[i - 1], piece),
        })
      })
      const kept = pieces.slice(0, isTail.lastIndexOf(false) + 1)
      before.push(...kept.flat())
      return kept.length > 0 ? [upTo(passage, kept.at(-1))] : []
    })
  }
}

const wordsOf = (piece: Piece) => piece.map(({ words }) => words)

/** Whether pieces hold several items, or rows behind their header. */
const isListed = (piece: Piece) =>
  piece.filter(({ words: { block } }) => block?.kind === 'item' || block?.kind === 'row').length > 2

const isProse = (piece: Piece) =>
  piece.every(({ words: { block } }) => block?.kind === 'paragraph' || block?.kind === 'caption')

const hasKind = (piece: Piece, kind: Block['kind']) => piece.some(({ words }) => words.block?.kind === kind)

const holds = (piece: Piece, { document, start, end }: Quotation) =>
  piece.some(({ words }) => words.document.id === document.id && words.start < end && start < words.end)

/** The pieces of a passage, in its order. */
function piecesOf(passage: readonly Quotation[]): Piece[] {
  const found: Unit[][] = []
  for (const unit of passage.flatMap(unitsIn)) {
    const last = found.at(-1)
    const before = last?.at(-1)
    if (last && before && goesWith(before.words, unit.words)) last.push(unit)
    else found.push([unit])
  }
  return found
}

function unitsIn(words: Quotation, at: number): Unit[] {
  const { document, block, start, end } = words
  if (block === undefined || !SPLIT.has(block.kind)) return [{ at, words }]
  const spans = sentencesFrom(document, block, { start, most: end - start }).filter((span) => span.start < end)
  const parts = spans.map((span) => quotationOf(document, { start: span.start, end: Math.min(span.end, end) }, block))
  return (parts.length > 0 ? parts : [words]).map((each) => ({ at, words: each }))
}

function goesWith(before: Quotation, next: Quotation): boolean {
  const [one, other] = [before.block?.kind, next.block?.kind]
  if (isNextTerm(before, next)) return true
  if (one === 'heading' || introduces(before.quote) || pointsOn(before.quote) || /^\p{Ll}/u.test(next.quote))
    return true
  return one !== undefined && one === other && SEVERAL.has(one)
}

/** Whether a term follows what explains another one of its list. */
function isNextTerm({ block: before }: Quotation, { block: next }: Quotation): boolean {
  if (next?.kind !== 'heading' || before === undefined || before.kind === 'heading') return false
  return before.path.length > next.path.length && next.path.every((title, at) => before.path[at] === title)
}

/** Whether something is left out between two pieces, or they stand in another order than in their source. */
function isApart(piece: Piece | undefined, next: Piece): boolean {
  const [one, other] = [piece?.at(-1)?.words, next[0]?.words]
  if (one === undefined || other === undefined) return false
  return !follows(one, other) && !adjoin(one, other)
}

/** A passage up to the end of a piece of it. */
function upTo(passage: readonly Quotation[], piece: Piece | undefined): Quotation[] {
  const last = piece?.at(-1)
  const own = passage[last?.at ?? 0]
  if (last === undefined || own?.block === undefined) return [...passage]
  const isWhole = last.words.end >= own.end
  return [
    ...passage.slice(0, last.at),
    isWhole ? own : quotationOf(own.document, { start: own.start, end: last.words.end }, own.block),
  ]
}
