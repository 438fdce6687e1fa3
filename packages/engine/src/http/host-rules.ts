/** Which hosts of the web are read. A host stands for its subdomains too. */
export interface HostRules {
  /** These alone. Default: all. */
  allow?: readonly string[] | undefined
  /** Not these, even where they are allowed. Default: none. */
  deny?: readonly string[] | undefined
}

/** Tells whether an address is of a host that may be read. */
export function hostFilter({ allow = [], deny = [] }: HostRules): (address: string | URL) => boolean {
  return (address) => {
    const host = hostOf(address)
    const isOf = (rule: string) => host === rule || host.endsWith(`.${rule}`)
    return (allow.length === 0 || allow.some(isOf)) && !deny.some(isOf)
  }
}

/** The host of an address as it is compared and counted, without "www."; '' where there is none. */
export function hostOf(address: string | URL): string {
  const url = typeof address === 'string' ? URL.parse(address) : address
  return (url?.hostname ?? '')
    .toLowerCase()
    .replace(/\.$/, '')
    .replace(/^www\.(?=.+\.)/, '')
}
