import generic from '#language/data/folder-names.json' with { type: 'json' }
import naming from '#language/data/tool-names.json' with { type: 'json' }
import { isStopWord } from '#language/stop-words.ts'
import { type Term, terms } from '#language/terms.ts'
import { wordList } from '#language/word-list.ts'

/** Words: a longer folder's name is a sentence. */
const LONGEST_NAME = 4
/** Names that say what kind of files a folder holds, and not what they are about. */
const GENERIC = new Set(generic)

/** Whether a text names something by some of its terms, from one of them to before another. */
type Naming = (all: readonly Term[], from: number, to: number) => boolean

/** Whether what speaks of a term stands in some documents, and hardly anywhere else. */
export type SpokenOfIn = (term: string, documents: ReadonlySet<string>) => boolean

/** How the words of a text are used in a library. */
export interface Spoken {
  isSpokenOfIn: SpokenOfIn
  /** Whether a term stands in so many passages that it tells none from the others. */
  isCommon: (term: string) => boolean
}

/** What stands before the name of a tool or a part. */
const BEFORE_A_NAME = wordList(naming.before)
/** What asks of a tool by its name: "does find …", "can debug be …"; and what does so only as the first word: "Is less …". */
const ASKING_OF = wordList(naming.askingOf)
const ASKING = wordList(naming.asking)
/** What is said of a tool after its name: "the debug package". */
const SAID_OF = wordList(naming.saidOf)

/**
 * Files are also called by everyday words, find.md or less.md, which name them only where a name would stand: "with find",
 * "does find", "the find command", but not "of find results". Nobody puts several words together by chance: "git reset".
 */
export const asName: Naming = (all, from, to) => {
  const word = (at: number) => all[at]?.raw.toLowerCase() ?? ''
  const [first, second] = all.slice(from, to)
  const isOfWords = first !== undefined && second !== undefined && second.start >= first.end
  const opens = from === 1 && ASKING.has(word(0))
  if (isOfWords || opens || SAID_OF.has(word(to)) || ASKING_OF.has(word(from - 1))) return true
  return BEFORE_A_NAME.has(word(from - 1)) && (all[to] === undefined || all[to].stop)
}

/** Who does what the next word says: "do I send". */
const SUBJECT = wordList(naming.subject)

/** Folders are called by everyday words, too; what somebody does is no name: "how do I send a header". */
const notAsVerb: Naming = (all, from, to) => to - from > 1 || !SUBJECT.has(all[from - 1]?.raw.toLowerCase() ?? '')

/** Folders or files by their names: finds which of them a text names, however it writes them. */
export class Folders {
  readonly #names: Naming
  readonly #shortest: number
  readonly #byName = new Map<string, Set<string>>()
  readonly #written = new Map<string, string>()
  readonly #documents = new Set<string>()
  readonly #keys = new Map<string, string | undefined>()
  /** Names of one word with their keys, in the order of the names; made when it is first needed. */
  #inOrder: readonly (readonly [written: string, key: string])[] | undefined

  /** `shortest`: letters of a name from which on it stands for those that begin with it, too: "sudo" for "sudoers". */
  constructor(names: Naming = notAsVerb, shortest = Number.POSITIVE_INFINITY) {
    this.#names = names
    this.#shortest = shortest
  }

  add(documentId: string, name: string): void {
    this.#documents.add(documentId)
    if (!this.#keys.has(name)) this.#keys.set(name, keyOf(name))
    const key = this.#keys.get(name)
    if (key === undefined) return
    // A longer name begins with what is written, not with its stem.
    if (!key.includes(' ')) this.#written.set(key, name.toLowerCase())
    this.#inOrder = undefined
    const known = this.#byName.get(key) ?? new Set()
    this.#byName.set(key, known.add(documentId))
  }

  /**
   * What a text names, as it stands there, and the documents in folders of that name. A word that is spoken of in these
   * alone is their name, wherever it stands; one that most of a library speaks of is nobody's.
   */
  namedIn(
    text: string,
    { isSpokenOfIn = () => false, isCommon = () => false }: Partial<Spoken> = {},
  ): Map<string, string[]> {
    const found = new Map<string, string[]>()
    if (this.#byName.size === 0) return found
    const all = terms(text, 'en')
    for (let at = 0; at < all.length; at += 1) {
      for (let length = Math.min(LONGEST_NAME, all.length - at); length > 0; length -= 1) {
        const span = all.slice(at, at + length)
        const documents = this.#called(span.map(({ term }) => term).join(' '))
        // A folder that holds most of all documents tells none of them from the others.
        if (documents === undefined || documents.size > this.#documents.size / 2) continue
        const [first] = span
        const isOneWord = length === 1 && !isInLongerName(all, at)
        const isSpoken = () => isSpokenOfIn(first?.term ?? '', documents)
        const isTopic = at === 0 && text[span.at(-1)?.end ?? 0] === ':'
        const isName = isTopic || this.#names(all, at, at + length) || (isOneWord && isSpoken())
        if (!isName || (length === 1 && isCommon(first?.term ?? '') && !isSpoken())) continue
        found.set(text.slice(span[0]?.start, span.at(-1)?.end), [...documents])
        break
      }
    }
    return found
  }

  /** The documents of a name, and of those that begin with it. */
  #called(key: string): ReadonlySet<string> | undefined {
    const own = this.#byName.get(key)
    const written = this.#written.get(key)
    if (own === undefined || written === undefined || written.length < this.#shortest) return own
    const all = new Set(own)
    for (const name of this.#beginningWith(written)) for (const id of this.#byName.get(name) ?? []) all.add(id)
    return all
  }

  /** The keys of the names that begin so. */
  *#beginningWith(written: string): Generator<string> {
    this.#inOrder ??= [...this.#written].map(([key, name]) => [name, key] as const).sort(byName)
    const names = this.#inOrder
    let at = 0
    for (let end = names.length; at < end; ) {
      const middle = (at + end) >>> 1
      if ((names[middle]?.[0] ?? '') < written) at = middle + 1
      else end = middle
    }
    for (let [name, key] = names[at] ?? []; name?.startsWith(written); [name, key] = names[at] ?? []) {
      if (key !== undefined) yield key
      at += 1
    }
  }
}

/** By code units, so that names that begin alike stand together. */
function byName([a]: readonly [string, string], [b]: readonly [string, string]): number {
  return a < b ? -1 : Number(a > b)
}

/** The "Bridge" of "the Harbour Bridge" is no name by itself. */
function isInLongerName(all: readonly Term[], at: number): boolean {
  const isCapitalised = (place: number) => /^\p{Lu}/u.test(all[place]?.raw ?? '')
  return isCapitalised(at) && ((at > 1 && isCapitalised(at - 1)) || isCapitalised(at + 1))
}

function keyOf(name: string): string | undefined {
  const parts = terms(name, 'en')
  const isPlain = parts.every(
    ({ raw }) => isStopWord(raw.toLowerCase()) || GENERIC.has(raw.toLowerCase()) || /\d/.test(raw),
  )
  if (parts.length === 0 || parts.length > LONGEST_NAME || isPlain) return undefined
  return parts.map(({ term }) => term).join(' ')
}
