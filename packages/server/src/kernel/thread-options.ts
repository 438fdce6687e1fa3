/** What a thread keeps of the words with which Node was started: in a clone, they say that sources are imported. */
const CONDITIONS = /^(--conditions|-C)$/

/** Node 22 alone calls its SQLite experimental. */
const WARNS = /^22\./

/**
 * Options of a thread that uses SQLite. It sees no environment, and does not say at each start that its SQLite is
 * experimental, which a user can do nothing about. On Node 22 other words of the command line are left out, as a thread
 * does not take them all.
 */
export function threadOptions({ versions, execArgv }: Pick<NodeJS.Process, 'versions' | 'execArgv'> = process): {
  env: Record<string, string>
  execArgv?: string[]
} {
  if (!WARNS.test(versions.node)) return { env: {} }
  const kept = execArgv.filter(
    (word, at) => word.startsWith('--conditions=') || CONDITIONS.test(word) || CONDITIONS.test(execArgv[at - 1] ?? ''),
  )
  return { env: {}, execArgv: [...kept, '--disable-warning=ExperimentalWarning'] }
}
