import type { WholeDocument } from '@deep-research/engine'
import type { AccessStore } from '#accounts/access.ts'
import type { AttemptStore } from '#accounts/attempts.ts'
import type { Banner } from '#accounts/banner.ts'
import type { Management } from '#accounts/manage.ts'
import type { OperatorKeys } from '#accounts/manage-operator-keys.ts'
import type { Webhooks } from '#accounts/manage-webhooks.ts'
import type { AccountStore } from '#accounts/ports.ts'
import type { Provider } from '#accounts/provider.ts'
import type { Origin, SecurityEventStore } from '#accounts/security-event.ts'
import type { Sessions } from '#accounts/sessions.ts'
import type { SignIn } from '#accounts/sign-in.ts'
import type { WayStores } from '#accounts/ways.ts'
import type { Admission } from '#admission/admission.ts'
import type { AccountDeletion } from '#admission/delete-account.ts'
import type { HistoryStore } from '#admission/history.ts'
import type { ReportStore } from '#admission/reports.ts'
import type { SendEvents } from '#http/send-events.ts'
import type { Clock } from '#kernel/clock.ts'
import type { Log } from '#kernel/log.ts'
import type { Mailer } from '#kernel/mail.ts'
import type { Assets } from './assets.ts'

/** How the service is, as its operator is shown it. */
export interface ServiceState {
  /** Whether it can take requests. */
  ready: boolean
  /** Requests that have taken longer than their level allows. */
  overdue: number
  version: string
  /** Streams that are open now. */
  streams: number
  storage: { name: string; version: number; bytes: number }
  engine:
    | {
        /** Documents of the corpus; undefined where it is not searched. */
        documents: number | undefined
        /** How many files of the corpus could not be read. */
        problems: number
        /** Search providers; `asked` is false for one that failed again and again and is left alone for a while. */
        providers: readonly { provider: string; asked: boolean }[]
        model: string | undefined
      }
    | undefined
}

/** What the dashboard is made of. */
export interface DashboardParts {
  signIn: SignIn
  sessions: Sessions
  /** Undefined if the service sends no mail; links of the operator then take its place. */
  mailer: Mailer | undefined
  /** The provider with which people can sign in, too; undefined for none. */
  provider: Provider | undefined
  /** Where browsers find the service, for links in mail. */
  baseUrl: string
  /** Accounts, keys and credits, where nothing is changed. */
  manage: Management
  /** The same, where an origin changes something. */
  manageBy: (origin: Origin) => Management
  /** The keys of the operator's API. */
  operatorKeys: OperatorKeys
  webhooks: Webhooks
  /** The operator's line on every page. */
  banner: Banner
  accounts: AccountStore
  securityEvents: SecurityEventStore
  access: AccessStore
  attempts: AttemptStore
  ways: WayStores
  admission: Admission
  deletion: AccountDeletion
  history: HistoryStore
  /** What operators are told of all requests. */
  reports: ReportStore
  /**
   * The document of the service's own corpus that has this address now.
   * @throws Error if those who have the corpus do not answer.
   */
  findSource: (url: string) => Promise<WholeDocument | undefined>
  assets: Assets
  /** How the service is, for the operator. */
  inspect: () => Promise<ServiceState>
  /** Sends the playground's streams, as it does the API's. */
  sendEvents: SendEvents
  /** Signs cookies and ties forms to sessions. */
  secret: string
  /** Whether strangers may make accounts. */
  signUpOpen: boolean
  /** The domains whose addresses may; undefined means all. */
  signUpDomains: readonly string[] | undefined
  /** Whether the corpus that comes with the service is what is searched. */
  searchesDemo: boolean
  /** Where strangers report a vulnerability. */
  securityContact: string | undefined
  /** Whether operators act only after a code or a passkey. */
  operatorSecondFactor: boolean
  /** Whether browsers reach the service over TLS: then cookies never leave over anything else. */
  secure: boolean
  clock: Clock
  log: Log
}
