/**
 * The service as a library: it takes settings and returns a running service. The command line is the package's binary.
 *
 * @module @deep-research/server
 */

export type { Account, ApiKey } from './accounts/account.ts'
export type { Management } from './accounts/manage.ts'
export type { CreditStatement } from './accounts/manage-credits.ts'
export type { NewKey } from './accounts/manage-keys.ts'
export { readEnvironment, readSettings, type Settings } from './config.ts'
export type { OpenedEngine } from './corpus-engine.ts'
export { UserError } from './kernel/user-error.ts'
export type { OpenEngine } from './product-engine.ts'
export type { Environment } from './setting-readers.ts'
export { type Service, type ServiceOptions, startService } from './wiring.ts'
