// While the answer arrives.

export { CiteParser, type CiteToken } from './cite-parser.ts'

// Where citations stand.

export { convertOffset, type OffsetUnit } from './offsets.ts'
export { type CitationMatch, type CitedText, type ResolvedCitation, resolveCitations } from './resolve.ts'
export { type Segment, toSegments } from './segments.ts'
export { citationsBySource, type SourcedResult } from './sources.ts'

// Whether a result is sound.

export { checkResult, type Finding, type FindingCode } from './check.ts'

// For readers, and for citation managers.

export { type CslItem, toBibTeX, toCslJson } from './bibliography.ts'
export { type HtmlOptions, type Renderable, toHtml, toMarkdown, toPlainText } from './render.ts'

// What the helpers take and give.

export type { Citation, ResearchResult, Source, SourceAnchor, SourceSummary, SummarySource } from '#contract/types.ts'
