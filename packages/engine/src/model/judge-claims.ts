import { aboutOf } from '#cite/about.ts'
import type { AnswerPart } from '#cite/assemble.ts'
import { findQuotation } from '#cite/find-quotation.ts'
import { REACH, windowAt } from '#cite/window.ts'
import type { Evidence } from '#evidence/ledger.ts'
import type { Span } from '#language/span.ts'
import type { SourceDocument } from '../types.ts'
import { isMeant } from './added.ts'
import type { DataLine } from './data-block.ts'
import type { ModelUse } from './model-use.ts'
import { JUDGING, JUDGING_EXAMPLE, VERDICTS } from './prompts/judge.ts'

export type Claim = Extract<AnswerPart, { kind: 'claim' }>

/** A claim that is not word for word, and what its writer gave for it. */
export interface ClaimToJudge {
  claim: Claim
  sources: readonly Evidence[]
  /** Words of it that stand in no source. */
  words: readonly string[]
}

/** `supported`: every word of it that says something is borne out by words of the source. */
export interface Judgement {
  verdict: 'supported' | 'contradicted' | 'unclear'
  /** As it stands then, at the words that bear it out. */
  claim: Claim
  /** Words that nothing in the source says. */
  words: readonly string[]
}

/** Claims of one call, and characters of their passages: with the instructions they fit a model of 8,192 tokens. */
const MOST_CLAIMS = 16
const MOST_CHARACTERS = 14_000
/** UTF-16 units of a passage: a paragraph and the sentences next to it. */
const LONGEST_PASSAGE = 1_600

interface Passage extends Span {
  document: SourceDocument
}

/**
 * Has a model judge claims, all of them in one call where they fit. What it says counts only with a quotation that is found
 * near the cited place, where both deny or neither, and where it names for each new word the words of the source.
 * @throws {ModelFailure}; the claims then stay as they were
 */
export async function judgeClaims(
  all: readonly ClaimToJudge[],
  use: ModelUse,
  signal: AbortSignal,
): Promise<Map<ClaimToJudge, Judgement>> {
  const judged = await Promise.all(inCalls(all).map((some) => judgeSome(some, use, signal)))
  return new Map(judged.flat())
}

function inCalls(all: readonly ClaimToJudge[]): ClaimToJudge[][] {
  const calls: ClaimToJudge[][] = []
  let room = 0
  for (const one of all) {
    const size = passagesOf(one).reduce((sum, { start, end }) => sum + end - start, one.claim.text.length)
    const last = calls.at(-1)
    if (last && last.length < MOST_CLAIMS && size <= room) last.push(one)
    else {
      calls.push([one])
      room = MOST_CHARACTERS
    }
    room -= size
  }
  return calls
}

/** The paragraphs that are cited, each with the sentences next to it. */
function passagesOf({ claim, sources }: ClaimToJudge): Passage[] {
  const documents = new Set([claim.document, ...sources.map(({ document }) => document)])
  return [...documents].flatMap((document) => {
    const own = sources.filter((one) => one.document === document)
    const first = document === claim.document ? claim : own[0]
    if (!first) return []
    const near = own.filter(({ start, end }) => Math.abs(start - first.start) + end - start < LONGEST_PASSAGE)
    const start = Math.min(first.start, ...near.map((one) => one.start))
    const end = Math.max(first.end, ...near.map((one) => one.end))
    const around = windowAt(document.text, { start, end })
    const spans = around ? [around.anchor, ...around.neighbours] : [{ start, end }]
    return [
      {
        document,
        start: Math.max(Math.min(...spans.map((span) => span.start)), start - REACH),
        end: Math.min(Math.max(...spans.map((span) => span.end)), end + REACH),
      },
    ]
  })
}

async function judgeSome(
  some: readonly ClaimToJudge[],
  use: ModelUse,
  signal: AbortSignal,
): Promise<[ClaimToJudge, Judgement][]> {
  const numbers = new Map<string, number>()
  const lines: DataLine[] = []
  const claims = some.map((one, at): DataLine => {
    const passages = passagesOf(one).map(({ document, start, end }) => {
      const key = `${document.id} ${start} ${end}`
      const known = numbers.get(key)
      if (known !== undefined) return String(known)
      const number = numbers.size + 1
      numbers.set(key, number)
      lines.push({ passage: number, ...aboutOf(document), text: document.text.slice(start, end) })
      return String(number)
    })
    const words = one.words.length > 0 ? { new_words: one.words } : {}
    return { claim: at + 1, text: one.claim.text, passages, ...words }
  })
  const question = { instructions: JUDGING, example: JUDGING_EXAMPLE, schema: VERDICTS, data: [...lines, ...claims] }
  const { verdicts } = await use.ask(question, signal)
  return some.map((one, at) => [
    one,
    judgementOf(
      one,
      verdicts.find(({ claim }) => claim === at + 1),
    ),
  ])
}

/** Words that a judge quotes at least, as it is told. */
const FEWEST_WORDS = 4

type Verdict = Awaited<ReturnType<typeof VERDICTS.parse>>['verdicts'][number]

function judgementOf(one: ClaimToJudge, verdict: Verdict | undefined): Judgement {
  const { claim, words } = one
  const unclear: Judgement = { verdict: 'unclear', claim, words: [] }
  if (!verdict || !claim.verification) return unclear
  const place = placeOf(verdict.quote, one)
  if (!place) return unclear
  if (verdict.verdict === 'contradicted') {
    const verification = { ...claim.verification, status: 'unsupported', method: 'judge' } as const
    return { verdict: 'contradicted', claim: { ...claim, verification }, words: [] }
  }
  if (verdict.verdict !== 'supported' || verdict.quote.trim().split(/\s+/).length < FEWEST_WORDS) return unclear
  const unmet = words.filter((word) => {
    const source = verdict.words.find((entry) => entry.word.toLowerCase() === word.toLowerCase())?.source ?? ''
    return source === '' || !placeOf(source, one) || !isMeant(word, source, claim.text)
  })
  if (unmet.length > 0) return { ...unclear, words: unmet }
  const checks = { ...claim.verification.checks, numbers: true, entities: true, polarity: true }
  const anchor = windowAt(place.document.text, place)?.anchor ?? place
  const verification = { ...claim.verification, status: 'verified', method: 'judge', checks } as const
  const { document } = place
  return {
    verdict: 'supported',
    claim: { ...claim, document, start: anchor.start, end: anchor.end, verification },
    words: [],
  }
}

/** Where the passages of a claim say some words; undefined where they do not. */
function placeOf(words: string, one: ClaimToJudge): Passage | undefined {
  if (words.trim() === '') return undefined
  for (const { document, start, end } of passagesOf(one)) {
    const part = { ...document, text: document.text.slice(start, end) }
    const found = findQuotation(words, part)
    if (found) return { document, start: found.start + start, end: found.end + start }
  }
  return undefined
}
