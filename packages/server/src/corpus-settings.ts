import { homedir } from 'node:os'
import { faultOfPattern, isEncoding } from '@deep-research/engine'
import { httpUrl, optional, type Reader } from './setting-readers.ts'

/** The settings of the corpus. */
export interface CorpusReadingSettings {
  /** Folders and files, comma-separated; undefined means the corpus that comes with the engine. */
  corpus: string | undefined
  /** Where the corpus is published; undefined if it is not. */
  corpusBaseUrl: string | undefined
  /** The encoding of files that are no UTF-8 and do not tell theirs; undefined means that these are not read. */
  corpusEncoding: string | undefined
  /** Patterns as in `.gitignore`: only files that match one are read; undefined means all. */
  corpusInclude: readonly string[] | undefined
  /**
   * Patterns as in `.gitignore`: what matches is left out; behind "!" it is read although a `.gitignore` leaves it out.
   * Undefined for none.
   */
  corpusExclude: readonly string[] | undefined
  /** A file with words that mean the same in the corpus; undefined for none. */
  corpusSynonyms: string | undefined
}

export const CORPUS_SETTINGS: { [Key in keyof CorpusReadingSettings]: Reader<CorpusReadingSettings[Key]> } = {
  corpus: {
    name: 'CORPUS',
    fallback: '',
    takes: 'a comma-separated list of folders and files',
    // A shell does this only where the list begins with it, and nothing does it in a file of settings.
    read: optional((text) => text.replaceAll(/(?<=^|,)~(?=\/)/g, homedir())),
  },
  corpusBaseUrl: {
    name: 'CORPUS_BASE_URL',
    fallback: '',
    takes: 'an http or https URL without a user name, "?" or "#"',
    // Readers of answers see this URL, so it must not contain credentials.
    read: optional((text) => (/[@?#]/.test(text) ? undefined : httpUrl(text))),
    secret: 'parts',
  },
  corpusEncoding: {
    name: 'CORPUS_ENCODING',
    fallback: '',
    takes: 'an encoding, such as windows-1252, shift_jis or gbk',
    read: optional((text) => (isEncoding(text) ? text.toLowerCase() : undefined)),
  },
  corpusInclude: patterns('CORPUS_INCLUDE', '*.md,reports/'),
  corpusExclude: patterns('CORPUS_EXCLUDE', 'drafts/,*.log'),
  corpusSynonyms: {
    name: 'CORPUS_SYNONYMS',
    fallback: '',
    takes: 'a text file with words that mean the same on each line, such as "folder, directory"',
    read: optional((text) => text),
  },
}

/** Patterns of names, comma-separated. */
function patterns(name: string, example: string): Reader<readonly string[] | undefined> {
  return {
    name,
    fallback: '',
    takes: `comma-separated patterns as in .gitignore, each with at most 4 "*", such as ${example}`,
    read: optional((text) => {
      const all = text.split(',').map((pattern) => pattern.trim())
      return all.every((pattern) => faultOfPattern(pattern) === undefined) ? all : undefined
    }),
  }
}
