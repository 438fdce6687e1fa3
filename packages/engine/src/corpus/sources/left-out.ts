import type { CorpusProblem } from '../types.ts'
import type { Exclusion } from './file-rules.ts'

/** Types that are named one by one, and examples of what is left out; a person reads no more. */
const NAMED_TYPES = 8
const EXAMPLES = 3

/** Counts what is left out of a folder, and says why, in a line for each reason. */
export class LeftOut {
  readonly #by = new Map<Exclusion, { files: number; folders: number; examples: string[] }>()
  /** How many files there are of each type that is not read. */
  readonly #types = new Map<string, number>()

  add(why: Exclusion, key: string, what: 'files' | 'folders'): void {
    const counted = this.#by.get(why) ?? { files: 0, folders: 0, examples: [] }
    counted[what] += 1
    if (counted.examples.length < EXAMPLES) counted.examples.push(what === 'folders' ? `${key}/` : key)
    this.#by.set(why, counted)
  }

  addType(type: string): void {
    this.#types.set(type, (this.#types.get(type) ?? 0) + 1)
  }

  *problems(): Generator<CorpusProblem> {
    for (const [why, { files, folders, examples }] of this.#by) {
      const counts = [counted(files, 'file'), counted(folders, 'folder')].filter((count) => count !== '').join(' and ')
      const more = files + folders > examples.length ? ', …' : ''
      const message = `${counts} left out ${REASONS[why]}: ${examples.join(', ')}${more}`
      yield { source: why, message, kind: 'excluded' }
    }
    if (this.#types.size === 0) return
    yield { source: 'other files', message: `${countedTypes(this.#types)}: these are not read`, kind: 'excluded' }
  }
}

const REASONS: Readonly<Record<Exclusion, string>> = {
  CORPUS_EXCLUDE: 'as it says',
  CORPUS_INCLUDE: 'as it names others',
  '.gitignore': 'as it says (CORPUS_EXCLUDE=!pattern brings some back)',
  'installed packages': '(CORPUS_EXCLUDE=!node_modules/ brings them back)',
  'lock file': 'as other programs made them for themselves',
}

function counted(count: number, what: string): string {
  if (count === 0) return ''
  return `${count} ${what}${count === 1 ? '' : 's'}`
}

/** "12 .png, 3 .json, 1 without an ending": the most frequent first. */
function countedTypes(types: ReadonlyMap<string, number>): string {
  const sorted = [...types].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1))
  const named = sorted.slice(0, NAMED_TYPES).map(([type, count]) => `${count} ${type || 'without an ending'}`)
  const rest = sorted.slice(NAMED_TYPES).reduce((sum, [, count]) => sum + count, 0)
  return [...named, ...(rest > 0 ? [`${rest} of other types`] : [])].join(', ')
}
