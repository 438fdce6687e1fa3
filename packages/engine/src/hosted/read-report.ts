import { isInstruction } from '#guard/instructions.ts'
import { withoutThoughts } from '#guard/thoughts.ts'
import { cut } from '#language/cut.ts'
import { takeHandles } from '#model/handles.ts'
import { plain } from '#research/headings.ts'
import { type Piece, piecesOf } from '#research/section-text.ts'
import { bibliographyOf } from './bibliography.ts'
import type { HostedReport } from './calls.ts'
import { Marks } from './marks.ts'

/** A part of a report under a heading; '' for none. */
export interface ReportSection {
  heading: string
  pieces: readonly Piece[]
}

/** A report taken apart. Nothing of it is checked. */
export interface ReadReport {
  sections: ReportSection[]
  /** The addresses of what it cites, by the handles of its drafts, in the order in which they appear. */
  urls: ReadonlyMap<string, string>
}

/** UTF-16 units of a report that are read, and parts of it: no report is longer. */
const LONGEST_REPORT = 200_000
const MOST_SECTIONS = 200

const HEADING = /^\s{0,3}(?:#{1,6}\s+(\S.{0,300})|\*\*([^*\n]{1,200})\*\*:?)\s*$/
/** Lines that are no text: those around code, and those across the page. */
const NO_TEXT = /^\s{0,3}(?:```|~~~|(?:(?:-\s?){3,40}|(?:\*\s?){3,40}|(?:_\s?){3,40})$)/
const QUOTED = /^\s{0,3}>\s?/
const EMPHASIS = /(?<![*\w])([*_])(?=\S)([^*_\n]{1,300}?)(?<=\S)\1(?![*\w])/g

/** Takes a report apart: into sections, and these into sentences, each with what is cited for it. */
export function readReport(report: HostedReport): ReadReport {
  const { text, numbers } = bibliographyOf(cut(report.text, LONGEST_REPORT))
  const marks = new Marks(report, numbers)
  const lines = withoutThoughts(marks.replace(text)).split('\n')
  const sections: { heading: string; lines: string[] }[] = [{ heading: '', lines: [] }]
  for (const line of lines) {
    const [, title, bold] = HEADING.exec(line) ?? []
    const heading = title ?? bold
    if (heading === undefined) {
      const words = NO_TEXT.test(line) ? '' : line.replace(QUOTED, '').replace(EMPHASIS, '$2')
      sections.at(-1)?.lines.push(words)
    } else if (sections.length < MOST_SECTIONS) sections.push({ heading: soundHeading(heading), lines: [] })
  }
  const read = sections.map(({ heading, lines }) => ({ heading, pieces: piecesOf(lines.join('\n'), true) }))
  return { sections: read.filter(({ pieces }) => pieces.length > 0), urls: marks.urls }
}

function soundHeading(given: string): string {
  const heading = plain(takeHandles(given).text)
  return isInstruction(heading) ? '' : heading
}
