import { ACCOUNT } from './requirements/account.ts'
import { DECIDED_REFUSALS } from './requirements/decided-refusals.ts'
import { ENVELOPE } from './requirements/envelope.ts'
import { EVENTS } from './requirements/events.ts'
import { REFUSALS } from './requirements/refusals.ts'
import { RESULT } from './requirements/result.ts'
import { RETRIEVAL } from './requirements/retrieval.ts'
import { RUNS } from './requirements/runs.ts'
import { STREAM } from './requirements/stream.ts'

export type { Requirement, RuleSource } from './requirements/requirement.ts'

/** All rules that the suite knows, as data. Each rule has exactly one case. */
export const REQUIREMENTS = [
  ...STREAM,
  ...ENVELOPE,
  ...EVENTS,
  ...RESULT,
  ...REFUSALS,
  ...DECIDED_REFUSALS,
  ...RUNS,
  ...RETRIEVAL,
  ...ACCOUNT,
] as const

/** The name of a requirement, as in a report. */
export type RequirementId = (typeof REQUIREMENTS)[number]['id']
