/**
 * Renders, checks and exports cited answers, also while they arrive.
 *
 * @module @deep-research/sdk/citations
 */

// Reading the answer while it arrives.

export { CiteParser, type CiteToken } from './cite-parser.ts'

// Finding citations in the text.

export { convertOffset, type OffsetUnit } from './offsets.ts'
export { type CitationMatch, type CitedText, type ResolvedCitation, resolveCitations } from './resolve.ts'
export { type Segment, toSegments } from './segments.ts'
export { citationsBySource, type SourcedResult } from './sources.ts'

// Checking a result.

export { checkResult, type Finding, type FindingCode } from './check.ts'

// Rendering for readers and for citation managers.

export { type CslItem, toBibTeX, toCslJson } from './bibliography.ts'
export { type HtmlOptions, toHtml } from './html.ts'
export { toPlainText } from './plain-text.ts'
export type { Renderable } from './references.ts'
export { type MarkdownOptions, toMarkdown } from './to-markdown.ts'

// Types that the helpers take and return.

export type { Citation, ResearchResult, Source, SourceAnchor, SourceSummary, SummarySource } from '#contract/types.ts'
