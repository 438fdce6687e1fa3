/**
 * The sections of the specification from which a rule comes; `decision` means that the specification is silent and we
 * decided.
 */
export type RuleSource =
  | 'Request body'
  | 'Event envelope'
  | 'research.completed data'
  | 'Citation'
  | 'source_anchor'
  | 'source'
  | 'SourceSummary'
  | 'Usage'
  | 'Endpoints'
  | 'Authentication'
  | 'Events'
  | 'Errors'
  | 'Limits'
  | 'decision'

/** One rule for a deep-research service. */
export interface Requirement {
  /** A short name, the same in every report. */
  readonly id: string
  /** What the specification demands, in one sentence. */
  readonly rule: string
  /** Where the rule stands. */
  readonly source: RuleSource
  /** The specification's own words in that section. A decision has none. */
  readonly line?: string
}
