import type { Citation, ResearchResult, SourceSummary } from '#contract/types.ts'
import { findShapeFaults } from './check-shape.ts'
import { resolveCitations } from './resolve.ts'
import { readTags, type TaggedAnswer } from './spans.ts'

/** What can be wrong with a result. */
export type FindingCode =
  /** A field is missing or has the wrong type; nothing else is checked then. */
  | 'shape'
  /** `answer` without its tags differs from `answer_clean`. */
  | 'answer-clean'
  /** A tag is not closed, or closes nothing. */
  | 'unbalanced-tag'
  | 'tag-without-citation'
  | 'citation-without-tag'
  | 'duplicate-citation'
  /** The offsets are no span of `answer_clean` in any unit. */
  | 'span-range'
  /** The text of the span differs from `cited_text`. */
  | 'span-text'
  /** The span is not where the citation's tag is. */
  | 'span-tag'
  | 'summary-count'
  | 'summary-order'
  /** A source is listed twice or not at all. */
  | 'summary-source'
  /** A listed id belongs to no citation, or to a citation of another source. */
  | 'summary-citation'
  | 'sources-cited'

/** A problem with a result. */
export interface Finding {
  /** What kind of mistake it is. */
  readonly code: FindingCode
  /** What is wrong, in words for a person. */
  readonly message: string
  /** Where it is, such as `citations[3].end_offset`; empty for the result as a whole. */
  readonly path: string
}

function finding(code: FindingCode, path: string, message: string): Finding {
  return { code, path, message }
}

function repeated(values: readonly string[]): Set<number> {
  const seen = new Set<string>()
  return new Set(values.flatMap((value, index) => (seen.size === seen.add(value).size ? [index] : [])))
}

function checkTags(result: ResearchResult, tagged: TaggedAnswer): Finding[] {
  const ids = result.citations.map(({ id }) => id)
  const cited = new Set(ids)
  const inTags = new Set([...tagged.spans.map(({ id }) => id), ...tagged.unclosed])
  const duplicates = repeated(ids)
  return [
    ...(tagged.clean === result.answer_clean
      ? []
      : [finding('answer-clean', 'answer_clean', 'answer without its tags is not answer_clean.')]),
    ...tagged.unclosed.map((id) => finding('unbalanced-tag', 'answer', `The tag of ${id} is not closed.`)),
    ...(tagged.strayCloses === 0
      ? []
      : [finding('unbalanced-tag', 'answer', `${tagged.strayCloses} closing tags close nothing.`)]),
    ...[...inTags]
      .filter((id) => !cited.has(id))
      .map((id) => finding('tag-without-citation', 'answer', `The tag of ${id} has no citation.`)),
    ...ids.flatMap((id, index) => [
      ...(inTags.has(id) ? [] : [finding('citation-without-tag', `citations[${index}].id`, `${id} has no tag.`)]),
      ...(duplicates.has(index)
        ? [finding('duplicate-citation', `citations[${index}].id`, `${id} is used twice.`)]
        : []),
    ]),
  ]
}

function isInRange({ start_offset: start, end_offset: end }: Citation, length: number): boolean {
  return start >= 0 && start <= end && end <= length
}

function checkSpans(result: ResearchResult, tagged: TaggedAnswer): Finding[] {
  return resolveCitations(result).flatMap(({ citation, start, end, match }, index) => {
    const path = `citations[${index}]`
    if (match === 'relocated' || match === 'unresolved') {
      const inRange = isInRange(citation, result.answer_clean.length)
      return inRange
        ? [finding('span-text', `${path}.cited_text`, 'The span of answer_clean is not cited_text.')]
        : [finding('span-range', `${path}.start_offset`, 'The offsets are no span of answer_clean.')]
    }
    const spans = tagged.spans.filter(({ id }) => id === citation.id)
    const isTagged = spans.length === 0 || spans.some((span) => span.start === start && span.end === end)
    return isTagged ? [] : [finding('span-tag', `${path}.start_offset`, 'The span is not where the tag is.')]
  })
}

function checkSummary(
  { source, citation_ids, citation_count }: SourceSummary,
  path: string,
  urls: Map<string, string>,
): Finding[] {
  const unknown = citation_ids.filter((id) => urls.get(id) !== source.url)
  return [
    ...(citation_count === citation_ids.length
      ? []
      : [finding('summary-count', `${path}.citation_count`, `${citation_ids.length} ids are listed.`)]),
    ...(repeated(citation_ids).size === 0
      ? []
      : [finding('summary-citation', `${path}.citation_ids`, 'An id is listed twice.')]),
    ...unknown.map((id) => finding('summary-citation', `${path}.citation_ids`, `${id} is no citation of this source.`)),
  ]
}

function checkSources({ citations, sources_summary: summaries, usage }: ResearchResult): Finding[] {
  const urls = new Map(citations.map(({ id, source }) => [id, source.url]))
  const listedIds = new Set(summaries.flatMap(({ citation_ids }) => citation_ids))
  const listedUrls = summaries.map(({ source }) => source.url)
  const twice = repeated(listedUrls)
  return [
    ...summaries.flatMap((summary, index) => {
      const path = `sources_summary[${index}]`
      const before = summaries[index - 1]
      return [
        ...checkSummary(summary, path, urls),
        ...(twice.has(index) ? [finding('summary-source', `${path}.source.url`, 'The source is listed twice.')] : []),
        ...(before !== undefined && before.citation_count < summary.citation_count
          ? [finding('summary-order', path, 'The source before it has fewer citations.')]
          : []),
      ]
    }),
    ...citations.flatMap(({ id, source }, index) => {
      if (!listedUrls.includes(source.url)) {
        return [finding('summary-source', `citations[${index}].source.url`, 'The source is not in sources_summary.')]
      }
      return listedIds.has(id)
        ? []
        : [finding('summary-citation', `citations[${index}].id`, `${id} is under no source.`)]
    }),
    ...(usage.sources_cited === summaries.length
      ? []
      : [finding('sources-cited', 'usage.sources_cited', `${summaries.length} sources are listed.`)]),
  ]
}

/** Lists what is wrong with a result; an empty array means that nothing is. Never throws, whatever it is given. */
export function checkResult(result: unknown): Finding[] {
  try {
    const faults = findShapeFaults(result)
    if (faults.length > 0) {
      return faults.map(({ path, expected }) => finding('shape', path, `Expected ${expected}.`))
    }
    const sound = result as ResearchResult
    const tagged = readTags(sound.answer)
    return [...checkTags(sound, tagged), ...checkSpans(sound, tagged), ...checkSources(sound)]
  } catch {
    return [finding('shape', '', 'The result cannot be read.')]
  }
}
