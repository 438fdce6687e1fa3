// While the answer arrives.

// What the helpers take and give.
export type { Citation, ResearchResult, Source, SourceAnchor, SourceSummary } from '#contract/types.ts'
export { type CslItem, toBibTeX, toCslJson } from './bibliography.ts'
// Whether a result is sound.
export { checkResult, type Finding, type FindingCode } from './check.ts'
export { CiteParser, type CiteToken } from './cite-parser.ts'
export { convertOffset, type OffsetUnit } from './offsets.ts'
// For readers, and for citation managers.
export { type HtmlOptions, type Renderable, toHtml, toMarkdown, toPlainText } from './render.ts'
// Where citations stand.
export { type CitationMatch, type CitedText, type ResolvedCitation, resolveCitations } from './resolve.ts'
export { type Segment, toSegments } from './segments.ts'
export { citationsBySource, type KnownSource, type SourcedResult } from './sources.ts'
