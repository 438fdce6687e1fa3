import { brand } from './brand.ts'
import { DeepResearchError } from './errors.ts'

/**
 * A mistake of the caller: no key, an invalid option, or a browser without `dangerouslyAllowBrowser`. Nothing was sent,
 * unless the caller's own `fetch` returned a body that cannot be read.
 */
export class ConfigurationError extends DeepResearchError {
  /** Whether a value is a `ConfigurationError`, also one of another copy of this package. */
  static override readonly isInstance: (value: unknown) => value is ConfigurationError = brand(
    this,
    'ConfigurationError',
    'CONFIGURATION_ERROR',
  )
}

/** Rejects an option or an argument that is not valid. */
export function must(holds: unknown, name: string, what: string): asserts holds {
  if (!holds) throw new ConfigurationError(`${name} must be ${what}.`)
}
