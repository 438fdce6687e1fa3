import { readFile } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import ignore, { type Ignore } from 'ignore'

/** Which files of a folder are read. */
export interface FileRules {
  /** Patterns of `.gitignore`: what matches is left out; after "!", it is read although another rule leaves it out. */
  exclude?: readonly string[] | undefined
  /** The same patterns: only what matches is read. Default: every file. */
  include?: readonly string[] | undefined
}

/** Why something is left out. */
export type Exclusion = 'CORPUS_EXCLUDE' | 'CORPUS_INCLUDE' | '.gitignore' | 'installed packages' | 'lock file'

/** Left out of every folder, unless `CORPUS_EXCLUDE` says "!node_modules/". */
const PACKAGES = ['node_modules/', 'bower_components/']
/** What other programs keep of open documents and of the versions of packages. */
const LOCK_FILE = /^(?:~\$|\.~lock\.)|\.lock$|^(?:package-lock\.json|npm-shrinkwrap\.json|pnpm-lock\.yaml)$/

/** A pattern with more of them could take a long time to match. */
const MOST_STARS = 4
/** Bytes of a `.gitignore`: a larger one is none. */
const LONGEST_RULES = 100_000

/** What is wrong with a pattern; undefined for a sound one. */
export function faultOfPattern(pattern: string): string | undefined {
  if (pattern.replace(/^!/, '').trim() === '') return 'is empty'
  if ((pattern.match(/\*+/g)?.length ?? 0) > MOST_STARS) return `has more than ${MOST_STARS} "*"`
  return pattern.includes('\0') ? 'has a character that no name has' : undefined
}

/** Patterns as `.gitignore` has them. */
class Patterns {
  readonly #all: Ignore
  /** What a pattern with "!" names, also where nothing before it leaves that out. */
  readonly #brought: Ignore

  constructor(patterns: readonly string[]) {
    this.#all = ignore().add([...patterns])
    this.#brought = ignore().add(patterns.flatMap((pattern) => (pattern.startsWith('!') ? pattern.slice(1) : [])))
  }

  /** Whether a path is left out; undefined where no pattern names it. */
  says(path: string): boolean | undefined {
    if (this.#all.ignores(path)) return true
    return this.#brought.ignores(path) ? false : undefined
  }
}

/** The rules of a folder as it is walked through: each `.gitignore` holds for the folder that it stands in. */
export class Exclusions {
  readonly #root: string
  readonly #excluded: Patterns
  readonly #included: Patterns | undefined
  readonly #packages = new Patterns(PACKAGES)
  readonly #byFolder = new Map<string, Patterns>()

  /** `root`: a real path. */
  constructor(root: string, { exclude = [], include = [] }: FileRules) {
    this.#root = root
    this.#excluded = new Patterns(exclude)
    this.#included = include.length === 0 ? undefined : new Patterns(include)
  }

  /** Reads the rules that stand in a folder. Gives what is wrong with them, in one line. */
  async enter(folder: string): Promise<string | undefined> {
    const text = await readFile(join(folder, '.gitignore'), 'utf8').catch(() => '')
    if (text === '') return undefined
    if (text.length > LONGEST_RULES) return `is longer than ${LONGEST_RULES} characters; it is not followed`
    const lines = text.split(/\r?\n/).filter((line) => line.trim() !== '' && !line.startsWith('#'))
    const sound = lines.filter((line) => faultOfPattern(line) === undefined)
    this.#byFolder.set(folder, new Patterns(sound))
    return sound.length === lines.length
      ? undefined
      : `has patterns with more than ${MOST_STARS} "*"; these are not followed`
  }

  /** Why a folder is left out with all below it; undefined where it is not. */
  ofFolder(path: string): Exclusion | undefined {
    return this.#ruled(path, '/')
  }

  /** Why a file is left out; undefined where it is read. */
  ofFile(path: string, name: string): Exclusion | undefined {
    const ruled = this.#ruled(path, '')
    if (ruled !== undefined) return ruled
    if (LOCK_FILE.test(name)) return 'lock file'
    const key = below(this.#root, path)
    return this.#included && key !== undefined && this.#included.says(key) !== true ? 'CORPUS_INCLUDE' : undefined
  }

  /** The first rule that says anything decides: the operator's own, then those of the innermost folder. */
  #ruled(path: string, end: '' | '/'): Exclusion | undefined {
    const own = this.#says(this.#excluded, this.#root, path + end)
    if (own !== undefined) return own ? 'CORPUS_EXCLUDE' : undefined
    for (let folder = parentOf(path); folder.length >= this.#root.length; folder = parentOf(folder)) {
      const rules = this.#byFolder.get(folder)
      const said = rules && this.#says(rules, folder, path + end)
      if (said !== undefined) return said ? '.gitignore' : undefined
      if (folder === this.#root) break
    }
    return this.#says(this.#packages, this.#root, path + end) ? 'installed packages' : undefined
  }

  #says(rules: Patterns, folder: string, path: string): boolean | undefined {
    const key = below(folder, path)
    return key === undefined ? undefined : rules.says(key)
  }
}

function parentOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf(sep)))
}

/** A path below a folder with forward slashes; what ends in one is a folder. */
function below(folder: string, path: string): string | undefined {
  const key = relative(folder, path).split(sep).join('/')
  if (key === '' || key.startsWith('../')) return undefined
  return path.endsWith('/') || path.endsWith(sep) ? `${key}/` : key
}
