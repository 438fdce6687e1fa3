import type { Evidence } from '#evidence/ledger.ts'
import { names } from '#language/entities.ts'
import { quantities } from '#language/numbers.ts'
import { contentTerms } from '#language/terms.ts'
import type { AnswerPart } from './assemble.ts'
import { PARTIAL, rank, type Verification, type VerificationContext, verify } from './verify.ts'

/** A stretch of a sentence, and the evidence that its writer gave for it: none, one, or several. */
export interface Stretch {
  text: string
  evidence: readonly Evidence[]
}

export interface AttributionParts {
  /** What the writer was shown. */
  evidence: readonly Evidence[]
  /** Whether the collection speaks of the question at all. */
  answers: boolean
  context?: VerificationContext
}

/** A sentence as it is to be handed out, and what became of its claims. */
export interface Attribution {
  parts: AnswerPart[]
  /** Evidence that is cited now. */
  cited: Evidence[]
  /** It states something, and nothing is cited for it. */
  uncited: boolean
}

interface Support {
  evidence: Evidence
  verification: Verification
}

/** Checks a sentence against the evidence named for it, whole or in stretches, and finds better where that fails. */
export function attribute(stretches: readonly Stretch[], parts: AttributionParts): Attribution {
  const whole = stretches.map(({ text }) => text).join('')
  const named = [...new Set(stretches.flatMap(({ evidence }) => evidence))]
  const { prefix, core } = withoutPrefix(MARKER, whole)
  if (core === '') return { parts: [{ kind: 'text', text: whole }], cited: [], uncited: false }
  if (named.length === 0) return unnamed(prefix, core, parts)
  const several = named.length > 1 && stretches.filter(({ evidence }) => evidence.length > 0).length > 1
  const apart = several ? stretchByStretch(stretches, parts) : undefined
  // Each clause with its own source says most; the whole with one source is better than clauses that fail.
  if (apart?.parts.every((part) => part.kind === 'text' || part.verification?.status === 'verified')) return apart
  const best = bestOf(core, named, parts)
  if (best?.verification.status === 'verified') return citing(prefix, core, best, parts)
  return apart ?? single(prefix, core, best, parts)
}

/** A list item's or heading's sign stays outside of what is cited. */
const MARKER = /^\s*(?:(?:[-*+•–]|\d{1,3}[.)]|#{1,6})\s+)?/
/** What stands between two stretches belongs to neither. */
const PUNCTUATION = /^[\s,;:–—-]*/

function withoutPrefix(pattern: RegExp, text: string): { prefix: string; core: string } {
  const prefix = pattern.exec(text)?.[0] ?? ''
  return { prefix, core: text.slice(prefix.length).trimEnd() }
}

function single(prefix: string, core: string, best: Support | undefined, parts: AttributionParts): Attribution {
  const better = best?.verification.status === 'verified' ? undefined : elsewhere(core, best?.evidence, parts)
  const support = better ?? best
  return support ? citing(prefix, core, support, parts) : unnamed(prefix, core, parts)
}

function stretchByStretch(stretches: readonly Stretch[], parts: AttributionParts): Attribution {
  const all: Attribution = { parts: [], cited: [], uncited: false }
  for (const { text, evidence } of joinScraps(stretches)) {
    const { prefix, core } = withoutPrefix(all.parts.length === 0 ? MARKER : PUNCTUATION, text)
    if (core === '') {
      all.parts.push({ kind: 'text', text })
      continue
    }
    const one =
      evidence.length > 0 ? single(prefix, core, bestOf(core, evidence, parts), parts) : unnamed(prefix, core, parts)
    all.parts.push(...one.parts, { kind: 'text', text: text.slice(prefix.length + core.length) })
    all.cited.push(...one.cited)
    all.uncited ||= one.uncited
  }
  return all
}

/** Punctuation after the last handle belongs to the stretch before it. */
function joinScraps(stretches: readonly Stretch[]): Stretch[] {
  const joined: Stretch[] = []
  for (const stretch of stretches) {
    const last = joined.at(-1)
    if (last && !/[\p{L}\p{N}]/u.test(stretch.text))
      joined[joined.length - 1] = { ...last, text: last.text + stretch.text }
    else joined.push(stretch)
  }
  return joined
}

/** A sentence without evidence of its own is cited only where a sentence bears it out in all respects. */
const SURE = 0.75

function unnamed(prefix: string, core: string, parts: AttributionParts): Attribution {
  const found = isFactual(core) ? elsewhere(core, undefined, parts) : undefined
  if (found && found.verification.score >= SURE) return citing(prefix, core, found, parts)
  return { parts: [{ kind: 'text', text: prefix + core }], cited: [], uncited: isFactual(core) }
}

/** Content words: fewer without a number or a name are a transition ("This changed over time"). */
const SAYS_MUCH = 6

/** Whether a sentence states something: a number, a name, or much. */
export function isFactual(text: string): boolean {
  if (text.endsWith(':') || /^\s*#/.test(text)) return false
  return (
    quantities(text).length > 0 ||
    names(text).some(({ uncertain }) => !uncertain) ||
    contentTerms(text).size >= SAYS_MUCH
  )
}

function bestOf(core: string, named: readonly Evidence[], { context }: AttributionParts): Support | undefined {
  const supports = named.map((evidence) => ({ evidence, verification: verify(core, evidence, context) }))
  return supports.sort((a, b) => rank(b.verification) - rank(a.verification))[0]
}

/** Each costs a verification, and the sentences that share most come first. */
const MOST_TRIED = 12

/** Another sentence that bears a claim out: of the same document first, then of any. */
function elsewhere(core: string, named: Evidence | undefined, { evidence, context }: AttributionParts) {
  const wanted = contentTerms(core)
  if (wanted.size === 0) return undefined
  const shared = (each: Evidence) => wanted.intersection(each.terms).size / wanted.size
  const candidates = evidence
    .filter((each) => each !== named)
    .map((each) => ({ each, near: Number(each.document.id === named?.document.id), shared: shared(each) }))
    .filter((candidate) => candidate.shared >= PARTIAL)
    .sort((a, b) => b.near - a.near || b.shared - a.shared)
  for (const { each } of candidates.slice(0, MOST_TRIED)) {
    const verification = verify(core, each, context)
    if (verification.status === 'verified') return { evidence: each, verification }
  }
  return undefined
}

function citing(prefix: string, text: string, support: Support, { answers }: AttributionParts): Attribution {
  const { evidence, verification } = support
  const { document, start, end } = evidence
  const before: AnswerPart[] = prefix === '' ? [] : [{ kind: 'text', text: prefix }]
  const parts = [...before, { kind: 'claim', text, document, start, end, answers, verification } as const]
  return { parts, cited: [evidence], uncited: false }
}
