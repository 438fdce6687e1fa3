import { ConfigurationError, DeepResearchError } from './errors.ts'
import type { Hooks } from './hooks.ts'

/** Where a client logs; `console` fits. Neither the key nor the answer is logged. */
export type Logger = Readonly<Record<Exclude<LogLevel, 'off'>, (message: string, info: object) => void>>

/** The least severity that a client logs. */
export type LogLevel = 'off' | 'error' | 'warn' | 'info' | 'debug'

const LEVELS: readonly string[] = ['off', 'error', 'warn', 'info', 'debug'] satisfies LogLevel[]

/** Logs what hooks receive, from `level` on. */
export function createLog(logger: Logger = console, level: LogLevel = 'warn'): Hooks {
  const max = LEVELS.indexOf(level)
  if (max < 0) throw new ConfigurationError(`logLevel must be one of ${LEVELS.join(', ')}.`)
  const from = (severity: Exclude<LogLevel, 'off'>, what: string): ((info: object) => void) | undefined =>
    LEVELS.indexOf(severity) > max
      ? undefined
      : (info: { readonly error?: unknown }) => {
          const { error } = info
          logger[severity](
            `deep-research: ${what}`,
            DeepResearchError.isInstance(error) ? { ...info, error: error.toJSON() } : info,
          )
        }
  return {
    onRequest: from('debug', 'request'),
    onResponse: from('debug', 'response'),
    onRetry: from('warn', 'retry'),
    onResume: from('warn', 'resume'),
    onWarning: from('warn', 'warning'),
    onEnd: (end) => (end.outcome === 'failed' ? from('error', 'failure') : from('info', 'end'))?.(end),
  }
}
