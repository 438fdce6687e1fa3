import type { SearchProvider } from './provider.ts'

/** A setting that an operator has to give: the variable that holds it, and whether it is a key or an address. */
export interface NeededSetting {
  variable: string
  kind: 'key' | 'address'
}

/** A kind of search provider: its name in `SEARCH`, what an operator sets for it, and how it is opened with that. */
export interface ProviderKind<Name extends string, Options extends object> {
  readonly name: Name
  /** By the name of the option that takes the setting. */
  readonly needs: { readonly [Option in keyof Options & string]?: NeededSetting }
  /** `userAgent`: how this service names itself to the sites that it asks. */
  open(options: Options & { userAgent: string }): SearchProvider
}
