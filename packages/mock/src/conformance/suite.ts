import { accountCases } from './cases/account.ts'
import { eventCases } from './cases/events.ts'
import { refusalCases } from './cases/refusals.ts'
import { resultCases } from './cases/result.ts'
import { retrievalCases } from './cases/retrieval.ts'
import { runCases } from './cases/runs.ts'
import { slotCases } from './cases/slots.ts'
import { streamCases } from './cases/stream.ts'
import { broken, type Case, type Finding, notTestable } from './finding.ts'
import { OutOfTime } from './out-of-time.ts'
import { createProbe, type Subject } from './probe.ts'
import { reasonOf } from './reason-of.ts'
import { REQUIREMENTS, type Requirement, type RequirementId } from './requirements.ts'

/** One case for each requirement. */
export const CASES: Record<RequirementId, Case> = {
  ...streamCases,
  ...eventCases,
  ...resultCases,
  ...refusalCases,
  ...slotCases,
  ...runCases,
  ...retrievalCases,
  ...accountCases,
}

/** The finding for a requirement. */
export type Verdict = Requirement & Finding

/** What is tested, and who is told. */
export interface ConformanceOptions extends Subject {
  /** Called with each verdict as soon as it is known. */
  onVerdict?: (verdict: Verdict) => void
}

/** What a run of the suite found. */
export interface ConformanceReport {
  /** One for each requirement, in order. */
  readonly verdicts: readonly Verdict[]
  /** How many requirements are met. */
  readonly held: number
  /** How many are broken. */
  readonly broken: number
  /** How many could not be tested. */
  readonly notTestable: number
}

/** Cases that judge responses to other cases, so they run last. */
const AFTERTHOUGHTS: readonly string[] = [
  'stream.failed-last',
  'backend.unreachable',
  'slots.exceeded',
  'cancel.slot',
  'retrieval.kept',
]

/** Runs a case. A service that breaks off or does not speak HTTP breaks this rule, but does not end the suite. */
async function judgeCase(id: RequirementId, test: () => Promise<Finding>): Promise<Finding> {
  try {
    return await test()
  } catch (error) {
    if (error instanceof OutOfTime) return notTestable(error.message)
    return broken(`${id}: ${reasonOf(error)}`)
  }
}

/**
 * Tests a service against every requirement, in order.
 * @throws TypeError if nothing answers at the base URL
 */
export async function runConformance(options: ConformanceOptions): Promise<ConformanceReport> {
  const probe = createProbe(options)
  await probe.ask({ body: '{}' })
  const wanted = REQUIREMENTS.filter(({ source }) => options.specOnly !== true || source !== 'decision')
  const late = ({ id }: Requirement) => AFTERTHOUGHTS.includes(id)
  const found = new Map<string, Verdict>()
  for (const requirement of [...wanted.filter((one) => !late(one)), ...wanted.filter(late)]) {
    const finding = await judgeCase(requirement.id, () => CASES[requirement.id](probe))
    const verdict = { ...requirement, ...finding }
    found.set(requirement.id, verdict)
    options.onVerdict?.(verdict)
  }
  const verdicts = wanted.flatMap(({ id }) => found.get(id) ?? [])
  const count = (outcome: Finding['outcome']) => verdicts.filter((verdict) => verdict.outcome === outcome).length
  return { verdicts, held: count('held'), broken: count('broken'), notTestable: count('not-testable') }
}
