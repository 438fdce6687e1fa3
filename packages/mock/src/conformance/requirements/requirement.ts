/** The sections of the specification that a rule may come from; `decision` is what we decided where it is silent. */
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

/** One rule that a deep-research service keeps. */
export interface Requirement {
  readonly id: string
  readonly rule: string
  readonly source: RuleSource
  /** The specification's own words, as its section has them. A decision has none. */
  readonly line?: string
}
