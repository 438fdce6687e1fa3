import type { ZxcvbnFactory } from '@zxcvbn-ts/core'

/** The allowed length of a password, in characters (Unicode code points). */
export const PASSWORD_LENGTH = { min: 10, max: 200 } as const

/** Why a password is refused. */
export type PasswordProblem = 'length' | 'guessable'

/** The highest refused score, on a scale of 0 to 4: it can be guessed within a million tries. */
const GUESSABLE = 1

/** How many characters are examined: patterns show early, and examining more takes longer with every character. */
const LOOKED_AT = 64

/**
 * Why a new password is refused; undefined if it is acceptable. It has to be long enough, and neither common (on lists
 * of breached passwords) nor made of what everybody tries first: keyboard rows, repetitions, dates, or its own address.
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

/** Loads the lists when the first password is chosen, since loading takes a tenth of a second. */
async function load() {
  const [{ ZxcvbnFactory }, { adjacencyGraphs, dictionary }] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
  ])
  return new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs })
}
