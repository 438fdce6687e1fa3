import type { AccessStore } from '#accounts/access.ts'
import type { AttemptStore } from '#accounts/attempts.ts'
import type { BannerStore } from '#accounts/banner.ts'
import type { OperatorKeyStore } from '#accounts/operator-key.ts'
import type { AccountStore, CreditStore, KeyStore } from '#accounts/ports.ts'
import type { SecurityEventStore } from '#accounts/security-event.ts'
import type { ChallengeStore, IdentityStore, PasskeyStore, TwoFactorStore } from '#accounts/ways.ts'
import type { WebhookStore } from '#accounts/webhook.ts'
import type { HistoryStore } from '#admission/history.ts'
import type { AdmissionStore } from '#admission/ports.ts'
import type { ReportStore } from '#admission/reports.ts'
import type { EventLog } from '#jobs/ports.ts'
import type { RunStore } from '#jobs/run-store.ts'
import type { LevelLimits } from '#kernel/level-limits.ts'
import type { RequestAges } from '#kernel/metrics.ts'
import { createAccessStore } from './sql/access-store.ts'
import { createAccountStore } from './sql/account-store.ts'
import { createAdmissionStore } from './sql/admission-store.ts'
import { createAttemptStore } from './sql/attempt-store.ts'
import { createBannerStore } from './sql/banner-store.ts'
import { createChallengeStore } from './sql/challenge-store.ts'
import type { Database } from './sql/connection.ts'
import { createCreditStore } from './sql/credit-store.ts'
import { describe } from './sql/describe.ts'
import { createEventLog } from './sql/event-log.ts'
import { beat } from './sql/heartbeat.ts'
import { createHistoryStore } from './sql/history-store.ts'
import { createIdentityStore } from './sql/identity-store.ts'
import { createKeyStore } from './sql/key-store.ts'
import { checkLedger, type LedgerCheck, type LedgerPlace } from './sql/ledger-check.ts'
import { migrate } from './sql/migrate.ts'
import { createOperatorKeyStore } from './sql/operator-key-store.ts'
import { createPasskeyStore } from './sql/passkey-store.ts'
import { createReportStore } from './sql/report-store.ts'
import { readAges } from './sql/request-ages.ts'
import { createRunStore } from './sql/run-store.ts'
import { createSecurityEventStore } from './sql/security-event-store.ts'
import { createTwoFactorStore } from './sql/two-factor-store.ts'
import { createWebhookStore } from './sql/webhook-store.ts'

/** All stores of the service. */
export interface Storage {
  /** Aborted with the reason once nothing can be stored any more, for good. */
  lost: AbortSignal
  accounts: AccountStore
  access: AccessStore
  attempts: AttemptStore
  twoFactors: TwoFactorStore
  passkeys: PasskeyStore
  identities: IdentityStore
  challenges: ChallengeStore
  keys: KeyStore
  credits: CreditStore
  admission: AdmissionStore
  events: EventLog
  runs: RunStore
  history: HistoryStore
  securityEvents: SecurityEventStore
  operatorKeys: OperatorKeyStore
  reports: ReportStore
  webhooks: WebhookStore
  banner: BannerStore
  /**
   * Updates the schema to the newest version.
   * @returns the names of the migrations that were applied.
   * @throws {@link UserError} if the database has a newer version than this program.
   */
  migrate(now: number): Promise<string[]>
  /**
   * Reads and writes one small row.
   * @throws if that is not possible, or if the database is not the one that was opened, is damaged or is short of
   * space.
   */
  beat(): Promise<void>
  /** The version of the schema, and the size of the database in bytes. */
  describe(): Promise<{ version: number; bytes: number }>
  /** How many requests have not ended, and how old the oldest ones are. */
  ages(now: number, limits: LevelLimits): Promise<RequestAges>
  /** Checks at most so many entries of the ledger after a place, or from its beginning. */
  checkLedger(from: LedgerPlace | undefined, limit: number): Promise<LedgerCheck>
  close(): Promise<void>
}

/** Creates all stores on one database. */
export function createStorage(database: Database): Storage {
  return {
    lost: database.lost,
    accounts: createAccountStore(database),
    access: createAccessStore(database),
    attempts: createAttemptStore(database),
    twoFactors: createTwoFactorStore(database),
    passkeys: createPasskeyStore(database),
    identities: createIdentityStore(database),
    challenges: createChallengeStore(database),
    keys: createKeyStore(database),
    credits: createCreditStore(database),
    admission: createAdmissionStore(database),
    events: createEventLog(database),
    runs: createRunStore(database),
    history: createHistoryStore(database),
    securityEvents: createSecurityEventStore(database),
    operatorKeys: createOperatorKeyStore(database),
    reports: createReportStore(database),
    webhooks: createWebhookStore(database),
    banner: createBannerStore(database),
    migrate: (now) => migrate(database, now),
    beat: () => beat(database),
    describe: () => describe(database),
    ages: (now, limits) => readAges(database, now, limits),
    checkLedger: (from, limit) => checkLedger(database, from, limit),
    close: () => database.kysely.destroy(),
  }
}
