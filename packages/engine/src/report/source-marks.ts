import { aboutOf } from '#cite/about.ts'
import type { AnswerPart } from '#cite/assemble.ts'
import { unlink } from '#guard/unlink.ts'
import type { SourceDocument } from '../types.ts'

/** Sentences in a row of the same sources. */
interface Stretch {
  text: string
  names: readonly SourceName[]
}

interface SourceName {
  /** An author or a publisher; '' where neither is known. */
  name: string
  /** '' where it is not known, or tells nothing apart. */
  year: string
}

/** Tells who says a sentence, and when, where the sentences of a text are of different people or years. */
export class SourceMarks {
  readonly #isDated: boolean
  readonly #isOfSeveral: boolean
  #stretch: Stretch | undefined
  #differ = false

  /** `documents`: all that the text is written from; years are told where they are of several. */
  constructor(documents: Iterable<SourceDocument>) {
    const years = new Set([...documents].flatMap(({ year }) => year ?? []))
    this.#isDated = years.size > 1
    const names = Array.from(documents, (document) => written([this.#nameOf(document)]))
    this.#isOfSeveral = new Set(names).size > 1
  }

  /** What stands between the sentences told so far and the next one of the same paragraph; '' mostly. */
  before(parts: readonly AnswerPart[]): string {
    const text = parts.map((part) => part.text).join('')
    const names = this.#namesOf(parts)
    const last = this.#stretch
    if (last && written(last.names) === written(names)) {
      last.text += ` ${text}`
      return ''
    }
    this.#stretch = { text, names }
    if (last) this.#differ = true
    return last ? markOf(last) : ''
  }

  /** What stands at the end of the paragraph. */
  end(): string {
    const mark = this.#stretch && (this.#differ || this.#isOfSeveral) ? markOf(this.#stretch) : ''
    this.#stretch = undefined
    this.#differ = false
    return mark
  }

  #nameOf(document: SourceDocument): SourceName {
    const { publisher, authors: [author = ''] = [], year } = aboutOf(document)
    const others = (document.authors?.length ?? 0) > 1 ? ' and others' : ''
    const name = publisher ?? (author && `${author}${others}`)
    return { name: unlink(name), year: this.#isDated && year !== undefined ? String(year) : '' }
  }

  #namesOf(parts: readonly AnswerPart[]): SourceName[] {
    const documents = new Map(
      parts.flatMap((part) => (part.kind === 'claim' ? [[part.document.id, part.document]] : [])),
    )
    const names = [...documents.values()].map((document) => this.#nameOf(document))
    return [...new Map(names.map((name) => [written([name]), name])).values()]
  }
}

/** What a text says itself is not said again. */
function markOf({ text, names }: Stretch): string {
  const untold = names.filter(({ name, year }) => !(text.includes(name.split(' ').at(-1) ?? '') && text.includes(year)))
  const mark = written(untold)
  return mark === '' ? '' : ` (${mark})`
}

function written(names: readonly SourceName[]): string {
  const each = names.map(({ name, year }) => [name, year].filter((part) => part !== '').join(', '))
  return each.filter((one) => one !== '').join('; ')
}
