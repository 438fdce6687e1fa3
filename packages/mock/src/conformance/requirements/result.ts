import type { Requirement } from './requirement.ts'

/** What the result of a completed request contains. */
export const RESULT = [
  {
    id: 'result.fields',
    source: 'research.completed data',
    line: 'answer, answer_clean, citations, sources_summary, usage (see Resources and their fields).',
    rule: 'The result has its five fields, of their types.',
  },
  {
    id: 'result.clean',
    source: 'research.completed data',
    line: 'The same answer with the cite tags removed.',
    rule: 'answer_clean is the answer without its cite tags.',
  },
  {
    id: 'result.tags',
    source: 'Citation',
    line: 'It matches the id attribute of a cite tag in answer.',
    rule: 'Tags in the answer and citations name the same ids.',
  },
  {
    id: 'citation.fields',
    source: 'Citation',
    line: '| citations | array of Citation | One entry per cited claim. |',
    rule: 'A citation has its fields, of their types.',
  },
  {
    id: 'citation.offsets',
    source: 'Citation',
    line: 'Citation offsets index into this string.',
    rule: 'Offsets index answer_clean and enclose cited_text.',
  },
  {
    id: 'anchor.fields',
    source: 'source_anchor',
    line: '| source_anchor | object | Source-sentence anchor (below). |',
    rule: 'source_anchor has its fields, of their types.',
  },
  {
    id: 'source.fields',
    source: 'source',
    line: '| source | object | Source record (below). |',
    rule: 'A source has title, url and snippet, and all its fields have their types.',
  },
  { id: 'source.url', source: 'source', line: '| url | string (URL) |', rule: 'The url of a source is a URL.' },
  {
    id: 'summary.fields',
    source: 'SourceSummary',
    line: '| source | object | Holds at least title and url. |',
    rule: 'A summary has source, citation_ids and citation_count.',
  },
  {
    id: 'summary.unique',
    source: 'research.completed data',
    line: 'Sources deduplicated by URL, sorted by citation count.',
    rule: 'sources_summary has one entry per URL.',
  },
  {
    id: 'summary.order',
    source: 'research.completed data',
    line: 'Sources deduplicated by URL, sorted by citation count.',
    rule: 'sources_summary has the most cited source first.',
  },
  {
    id: 'summary.counts',
    source: 'SourceSummary',
    line: 'IDs of the citations that reference this source.',
    rule: 'Ids and count of a summary agree with the citations.',
  },
  { id: 'usage.fields', source: 'Usage', line: '| usage | object | See Usage. |', rule: 'usage has seven integers.' },
  {
    id: 'usage.ceiling',
    source: 'Limits',
    line: 'The iteration count is a ceiling.',
    rule: 'iterations stay within the ceiling of the level.',
  },
  { id: 'citation.utf16', source: 'decision', rule: 'Offsets count UTF-16 code units.' },
  { id: 'citation.ids', source: 'decision', rule: 'Citation ids are cite_1, cite_2 … by first appearance.' },
  { id: 'citation.flat', source: 'decision', rule: 'Cite tags never nest, overlap or stay open.' },
  { id: 'source.type', source: 'decision', rule: 'source_type is one of the seven decided values.' },
  { id: 'usage.default-level', source: 'decision', rule: 'Without a level, the ceiling is that of medium.' },
  { id: 'metadata.echo', source: 'decision', rule: 'metadata is echoed in the result.' },
  { id: 'metadata.absent', source: 'decision', rule: 'Without metadata in the request there is none in the result.' },
] as const satisfies readonly Requirement[]
