import { must } from './configuration-error.ts'
import { DeepResearchError } from './errors.ts'
import type { CallInfo, EndInfo, Hooks } from './hooks.ts'

/** Where a client logs; `console` fits. Neither the key nor the answer is logged. */
export type Logger = Readonly<Record<Exclude<LogLevel, 'off'>, (message: string, info: object) => void>>

/** The least severity that a client logs. */
export type LogLevel = 'off' | 'error' | 'warn' | 'info' | 'debug'

const LEVELS: readonly string[] = ['off', 'error', 'warn', 'info', 'debug'] satisfies LogLevel[]

/** Logs what hooks receive, from `level` on. Nothing is logged if neither argument is given. */
export function createLog(given: Logger | undefined, level: LogLevel = given ? 'warn' : 'off'): Hooks {
  const logger = given ?? console
  const max = LEVELS.indexOf(level)
  must(max >= 0, 'logLevel or DEEP_RESEARCH_LOG', `one of ${LEVELS.join(', ')}`)
  const log = (severity: Exclude<LogLevel, 'off'>, what: string) =>
    LEVELS.indexOf(severity) > max
      ? undefined
      : (info: CallInfo & { readonly error?: unknown }): void => {
          const { error } = info
          const shown = DeepResearchError.isInstance(error) ? { ...info, error: error.toJSON() } : info
          logger[severity](`deep-research: ${what}`, shown)
        }
  return {
    onRequest: log('debug', 'request'),
    onResponse: log('debug', 'response'),
    onRetry: log('warn', 'retry'),
    onResume: log('warn', 'resume'),
    onWarning: log('warn', 'warning'),
    onEnd: (end: EndInfo) => (end.outcome === 'failed' ? log('error', 'failure') : log('info', 'end'))?.(end),
  }
}
