import type { ZxcvbnFactory } from '@zxcvbn-ts/core'

/** What a password may have, in characters (Unicode code points). */
export const PASSWORD_LENGTH = { min: 10, max: 200 } as const

/** Why a password is not taken. */
export type PasswordProblem = 'length' | 'guessable'

/** Highest score that is refused, of 0 to 4: guessed within a million tries. */
const GUESSABLE = 1

/** Characters that are looked at: patterns show early, and the search for them takes longer with every character. */
const LOOKED_AT = 64

/**
 * Whether a new password may be taken: long enough, and neither common (as lists of breached passwords have them) nor
 * made of what everybody tries first: keyboard rows, repetitions, dates, the address it is for.
 */
export async function passwordProblem(password: string, email: string): Promise<PasswordProblem | undefined> {
  const characters = [...password.normalize('NFC')]
  if (characters.length < PASSWORD_LENGTH.min || characters.length > PASSWORD_LENGTH.max) return 'length'
  loading ??= load()
  const estimate = await loading
  const { score } = estimate.check(characters.slice(0, LOOKED_AT).join(''), [
    email,
    ...email.split('@'),
    ...email.split(/[@.]/),
  ])
  return score <= GUESSABLE ? 'guessable' : undefined
}

let loading: Promise<Pick<ZxcvbnFactory, 'check'>> | undefined

/** Its lists take a tenth of a second: they are loaded when the first password is chosen. */
async function load() {
  const [{ ZxcvbnFactory }, { adjacencyGraphs, dictionary }] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
  ])
  return new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs })
}
