import { isInstruction } from './instructions.ts'
import { neutralise } from './neutralise.ts'
import { unlink } from './unlink.ts'

/** The longest query that is sent, in UTF-16 units and words; a longer one is not a query but text being carried out. */
const QUERY = { longest: 200, words: 24 }
/** A sub-question stays here, and may ask for two things of what it names in full; one that is longer asks for no one thing. */
const QUESTION = { longest: 400, words: 60 }
/** UTF-16 units of a query that are looked at. */
const MOST_READ = 1_000
/** Looks like a key, a token or a hash rather than a word. */
const SECRET = /(?=\S*\d)(?=\S*[A-Za-z])[\w+/=.-]{16,}|\b\d{9,}\b|[A-Za-z0-9_-]{32,}/g

/**
 * Makes a model's query safe to send to a stranger: only words, short, without addresses or anything that looks like a
 * secret. Undefined if nothing is left.
 */
export function safeQuery(given: string): string | undefined {
  return safeWords(given, QUERY)
}

/** A model's sub-question as it may be asked here; to a stranger it goes as a query. Undefined if nothing is left. */
export function safeQuestion(given: string): string | undefined {
  return safeWords(given, QUESTION)
}

function safeWords(given: string, most: typeof QUERY): string | undefined {
  const query = given.slice(0, MOST_READ)
  const plain = unlink(neutralise(query))
    .replace(SECRET, ' ')
    .replace(/[^\p{L}\p{M}\p{N}\s.,'’"“”&%$€£+-]/gu, ' ')
  const words = plain.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word))
  if (words.length === 0 || isInstruction(query)) return undefined
  const short = words.slice(0, most.words).join(' ')
  return short.length <= most.longest ? short : short.slice(0, short.lastIndexOf(' ', most.longest))
}
