import { HOSTED_SERVICES, type HostedName } from '@deep-research/engine'
import { choiceOrNone, key, name, type Reader, webAddress } from './setting-readers.ts'

/** The settings of a service that researches in place of our own engine. */
export interface HostedSettings {
  /** Which service researches; undefined for our own engine. */
  backend: HostedName | undefined
  /** The key of the service. */
  backendApiKey: string | undefined
  /** Where the service is; undefined means where its documentation says. */
  backendBaseUrl: string | undefined
  /** The model or agent that researches; undefined means what its documentation names for the level. */
  backendModel: string | undefined
}

export const HOSTED_SETTINGS: { [Key in keyof HostedSettings]: Reader<HostedSettings[Key]> } = {
  backend: choiceOrNone('BACKEND', HOSTED_SERVICES, "the service's own engine is the default"),
  backendApiKey: key('BACKEND_API_KEY'),
  backendBaseUrl: webAddress('BACKEND_BASE_URL'),
  backendModel: name('BACKEND_MODEL'),
}
