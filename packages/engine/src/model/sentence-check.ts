import type { AnswerPart } from '#cite/assemble.ts'
import { type Attribution, attribute, type Stretch } from '#cite/attribute.ts'
import type { Evidence } from '#evidence/ledger.ts'
import type { Run } from '#evidence/run.ts'
import type { Degradation } from '../degradation.ts'
import { type Added, addedTo, isWrong, type Scope, scopeOf } from './added.ts'
import type { Draft } from './draft-parser.ts'
import { detailOf, reasonOf } from './failure.ts'
import { createGate, type Gate } from './gate.ts'
import { type ClaimToJudge, type Judgement, judgeClaims } from './judge-claims.ts'
import type { ModelUse } from './model-use.ts'
import { rewriteAll } from './rewrite.ts'
import { breaksOff, pointsBack, withOneStop } from './whole-sentence.ts'

/** What the handles of a draft mean: the sentences of a paragraph, or one. */
export type ByHandle = ReadonlyMap<string, readonly Evidence[]>

export interface CheckParts {
  run: Run
  use: ModelUse
  degradation: Degradation
  signal: AbortSignal
  /** Whether claims that are not word for word are judged by a model. */
  judged: boolean
}

export interface Shown {
  /** What the writer was shown. */
  evidence: readonly Evidence[]
  /** Whether the collection speaks of the question at all. */
  answered: boolean
  /** What the writer was told to do, which is not to be repeated. */
  rules: readonly string[]
}

/** A sentence as it may be said, and what became of it. */
export interface CheckedSentence extends Attribution {
  /** White space before it. */
  gap: string
  /** It is cited, and every claim of it is verified. */
  borneOut: boolean
  /** It says what its sources do not, so that only who marks it may tell it. */
  wrong: boolean
}

/** A sentence on its way through the checks. */
interface Held {
  draft: Draft
  found: Attribution
  sources: ReadonlyMap<string, readonly Evidence[]>
  added: Map<AnswerPart, Added>
  /** What became of its claims that a model judged. */
  judgements: Judgement[]
}

const HANGS = 'the sentence before it may be left out: name who or what is meant'

/** Checks what a model writes; sentences that their sources do not bear out are written once more. */
export class SentenceCheck {
  readonly #parts: CheckParts
  readonly #shown: Shown
  readonly #gate: Gate

  constructor(parts: CheckParts, shown: Shown) {
    this.#parts = parts
    this.#shown = shown
    this.#gate = createGate(parts.run.question.text, new Set(shown.evidence.map(({ document }) => document)))
  }

  /** As `checkAll`, for one sentence. */
  async check(written: Draft, byHandle: ByHandle): Promise<CheckedSentence | undefined> {
    return (await this.checkAll([written], byHandle))[0]
  }

  /**
   * Checks the sentences of a text, in order: a model judges all claims in one call, and writes all sentences that fail in
   * another. Undefined for what may not be said.
   * @throws the signal's reason when aborted
   */
  async checkAll(written: readonly Draft[], byHandle: ByHandle): Promise<(CheckedSentence | undefined)[]> {
    const drafts = written.map(withOneStop)
    const held = drafts.map((draft) => this.#hold(draft, byHandle))
    await this.#judge(held)
    const again = held.map((one, at) => (one ? this.#whyNot(one, held[at - 1]) : ''))
    const better = await this.#rewritten(held, again)
    await this.#judge(better)
    let before: CheckedSentence | undefined
    return held.map((one, at) => {
      const second = better[at]
      const isBetter = second !== undefined && isBorneOut(second) && isWhole(second)
      const chosen = isBetter ? second : one
      // What hangs on a sentence that goes cannot stand as it was.
      const hangs = !isBetter && again[at] === HANGS && (before === undefined || before.wrong)
      before = undefined
      if (!chosen || !isWhole(chosen)) return undefined
      const { found, draft } = chosen
      const borneOut = isBorneOut(chosen) && !hangs
      before = { ...found, gap: draft.gap, borneOut, wrong: hangs || isWrongOf(chosen) }
      return before
    })
  }

  #hold(draft: Draft, byHandle: ByHandle): Held | undefined {
    const { evidence, answered, rules } = this.#shown
    const { question } = this.#parts.run
    const stretches = this.#gate(draft, byHandle, rules)
    if (!stretches) return undefined
    const context = { questionTerms: new Set(question.terms) }
    const found = attribute(stretches, { evidence, answers: answered, context })
    const sources = sourcesOf(stretches, found, byHandle)
    const scope = scopeOf([...sources.values()].flat(), question.text, evidence)
    return { draft, found, sources, added: addedOf(found, scope), judgements: [] }
  }

  /** Has the claims judged that their sources may bear out in other words. */
  async #judge(held: readonly (Held | undefined)[]): Promise<void> {
    const { judged, use, signal } = this.#parts
    const works = held.flatMap((one) =>
      one === undefined || !isWhole(one)
        ? []
        : one.found.parts.flatMap((part) => {
            const added = one.added.get(part)
            if (part.kind !== 'claim' || part.verification?.status === 'verified' || !added || isWrong(added)) return []
            return [{ one, task: { claim: part, sources: [...one.sources.values()].flat(), words: added.foreign } }]
          }),
    )
    if (works.length === 0 || !judged || !use.ready('fast', false)) return
    let judgements: Map<ClaimToJudge, Judgement>
    try {
      judgements = await judgeClaims(
        works.map(({ task }) => task),
        use,
        signal,
      )
    } catch (error) {
      return this.#failed('judge', error)
    }
    for (const { one, task } of works) {
      const judgement = judgements.get(task)
      if (!judgement) continue
      one.judgements.push(judgement)
      one.found = { ...one.found, parts: one.found.parts.map((part) => (part === task.claim ? judgement.claim : part)) }
    }
  }

  /** Why a sentence has to be written again; '' where it has not. `before`: the sentence before it. */
  #whyNot(one: Held, before: Held | undefined): string {
    if (!isBorneOut(one)) return reasonsOf(one).join('; ')
    const mayGo = before !== undefined && !isBorneOut(before) && !one.draft.gap.includes('\n')
    return mayGo && pointsBack(one.draft.text) ? HANGS : ''
  }

  /** Sentences written once more beside what they cite. */
  async #rewritten(held: readonly (Held | undefined)[], why: readonly string[]): Promise<(Held | undefined)[]> {
    const { use, signal } = this.#parts
    const works = held.flatMap((one, at) => {
      const reason = why[at] ?? ''
      return one && reason !== '' && one.sources.size > 0
        ? [{ at, draft: one.draft, sources: one.sources, why: reason }]
        : []
    })
    const better: (Held | undefined)[] = held.map(() => undefined)
    if (works.length === 0 || !use.ready('fast', false)) return better
    try {
      const drafts = await rewriteAll(works, use, signal)
      for (const [i, { at, sources }] of works.entries()) {
        const draft = drafts[i]
        if (draft) better[at] = this.#hold(withOneStop(draft), sources)
      }
    } catch (error) {
      this.#failed('rewrite', error)
    }
    return better
  }

  #failed(step: 'judge' | 'rewrite', error: unknown): void {
    const { use, signal, degradation } = this.#parts
    signal.throwIfAborted()
    use.failed('fast', error)
    degradation.note(step, reasonOf(error), detailOf(error))
  }
}

/** What a sentence cites, by handle: what its writer named, or what was found to bear it out. */
function sourcesOf(stretches: readonly Stretch[], { cited }: Attribution, byHandle: ByHandle): Held['sources'] {
  const named = new Set([...stretches.flatMap(({ evidence }) => evidence), ...cited])
  return new Map([...byHandle].filter(([, evidence]) => evidence.some((one) => named.has(one))))
}

function addedOf({ parts }: Attribution, scope: Scope): Map<AnswerPart, Added> {
  return new Map(parts.flatMap((part) => (part.kind === 'claim' ? [[part, addedTo(part.text, scope)]] : [])))
}

function isWhole({ found }: Held): boolean {
  return !breaksOff(found.parts.map(({ text }) => text).join(''))
}

/** Words of a first person that are told as they stand are those of a source, and not the writer's. */
function isBorneOut({ found: { parts, cited, uncited }, added }: Held): boolean {
  const claims = parts.flatMap((part) => (part.kind === 'claim' ? [part.verification?.status] : []))
  const speaks = [...added.values()].some((each) => each.speaks)
  return cited.length > 0 && !uncited && !speaks && claims.every((status) => status === 'verified')
}

/** Whether it says what its sources do not: it was judged so, or it has a number, a name or a word of its own. */
function isWrongOf(one: Held): boolean {
  if (isBorneOut(one)) return false
  const judged = new Set(one.judgements.map(({ claim }) => claim))
  const added = one.found.parts.flatMap((part) => {
    const found = one.added.get(part)
    return part.kind === 'claim' && part.verification?.status !== 'verified' && found && !judged.has(part)
      ? [found]
      : []
  })
  return (
    added.some((each) => isWrong(each) || each.words.length > 0) ||
    one.judgements.some(({ verdict }) => verdict !== 'supported')
  )
}

const listed = (words: readonly string[]) => words.map((word) => `“${word}”`).join(', ')

/** What is wrong with a sentence, in words for its writer. */
function reasonsOf({ found, added, judgements }: Held): string[] {
  const open = found.parts.flatMap((part) =>
    part.kind === 'claim' && part.verification?.status !== 'verified' ? (added.get(part) ?? []) : [],
  )
  const all = (of: (each: Added) => readonly string[]) => [...new Set(open.flatMap(of))]
  const [numbers, names, words] = [all(({ numbers }) => numbers), all(({ names }) => names), all(({ words }) => words)]
  const unmet = judgements.flatMap((judgement) => judgement.words)
  const reasons = [
    numbers.length > 0 && `the sources have no number ${listed(numbers)}`,
    names.length > 0 && `the sources have no name ${listed(names)}`,
    open.some(({ denies }) => denies) && 'it denies what the sources do not deny',
    [...added.values()].some(({ speaks }) => speaks) && 'say who says “I” or “we”, or quote it',
    unmet.length > 0 && `nothing in the sources says ${listed(unmet)}`,
    judgements.some(({ verdict }) => verdict === 'contradicted') && 'the sources say otherwise',
    words.length > 0 && unmet.length === 0 && `the sources do not have the words ${listed(words)}`,
    found.uncited && 'a part of it has no id of a source',
  ].filter((reason) => reason !== false)
  return reasons.length > 0 ? reasons : ['the sources do not plainly say this']
}
