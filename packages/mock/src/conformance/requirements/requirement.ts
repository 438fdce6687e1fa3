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
  readonly id: string
  readonly rule: string
  readonly source: RuleSource
  /** The specification's own words in that section. A decision has none. */
  readonly line?: string
}
