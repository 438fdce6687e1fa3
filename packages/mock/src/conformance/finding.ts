import type { Probe } from './probe.ts'

/** The outcome of a case: the rule was kept, these bytes break it, or it could not be judged and why. */
export type Finding =
  | { readonly outcome: 'held' }
  | {
      readonly outcome: 'broken'
      /** What was seen. */
      readonly evidence: string
    }
  | {
      readonly outcome: 'not-testable'
      /** Why it cannot be tested with this subject. */
      readonly reason: string
    }

/** Finds out whether a service keeps one rule. */
export type Case = (probe: Probe) => Promise<Finding>

const LONGEST_EVIDENCE = 600

export const held: Finding = { outcome: 'held' }

/** @param evidence - what the service sent, and what is wrong with it */
export function broken(evidence: string): Finding {
  const cut = evidence.length > LONGEST_EVIDENCE ? `${evidence.slice(0, LONGEST_EVIDENCE)}…` : evidence
  return { outcome: 'broken', evidence: cut }
}

export function notTestable(reason: string): Finding {
  return { outcome: 'not-testable', reason }
}

/** What a check says: evidence against the service, nothing, or a finding of its own. */
export type Judged = string | Finding | undefined

/** The rule was kept if there is no evidence against it. */
export function judge(judged: Judged): Finding {
  if (judged === undefined) return held
  return typeof judged === 'string' ? broken(judged) : judged
}

/** The first evidence that a check finds among values. */
export function first<Value>(
  values: Iterable<Value>,
  check: (value: Value, index: number) => string | undefined,
): string | undefined {
  let index = 0
  for (const value of values) {
    const evidence = check(value, index)
    if (evidence !== undefined) return evidence
    index += 1
  }
  return undefined
}

interface Schema {
  safeParse(value: unknown): {
    success: boolean
    error?: { issues: readonly { path: PropertyKey[]; message: string }[] }
  }
}

/** Describes how a value differs from a schema of the contract, with the value itself. */
export function misfit(schema: Schema, value: unknown, where: string): string | undefined {
  const { success, error } = schema.safeParse(value)
  if (success) return undefined
  const issue = error?.issues[0]
  return `${[where, ...(issue?.path ?? [])].join('.')}: ${issue?.message}, in ${JSON.stringify(value)}`
}
