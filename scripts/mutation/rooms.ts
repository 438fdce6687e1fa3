/** A part of the product whose tests are tried: with each of its expressions changed, some test must fail. */
export interface MutatedRoom {
  /** The package that it lies in, below `packages`. */
  package: string
  /** The files that are changed, below the package. */
  mutate: readonly string[]
  /** The tests that must notice, below the package: those that take seconds, as they run for every change. */
  tests: readonly string[]
}

/** What costs people money or trust when it is wrong. */
export const ROOMS: Readonly<Record<string, MutatedRoom>> = {
  stream: {
    package: 'sdk',
    mutate: ['src/stream/*.ts'],
    tests: ['src/stream/*.test.ts', 'src/client/connection-phase.test.ts', 'test/{endings,names,stream}.test.ts'],
  },
  client: {
    package: 'sdk',
    mutate: ['src/client/{event-pump,retry,retry-after,resume,stream-failures,send-request,read-error,by-id}.ts'],
    tests: [
      'src/client/*.test.ts',
      'test/{by-id,detach,endings,errors,fitting,key,lifetime,retries,resume,stream}.test.ts',
    ],
  },
  relay: { package: 'sdk', mutate: ['src/relay/*.ts'], tests: ['test/{errors,relay*}.test.ts'] },
  cite: { package: 'engine', mutate: ['src/cite/*.ts'], tests: ['src/cite/*.test.ts'] },
  admission: {
    package: 'server',
    mutate: ['src/admission/{authenticate,decide,failed-credentials,retry-after,settle}.ts'],
    tests: ['src/admission/*.test.ts'],
  },
  credits: {
    package: 'server',
    mutate: ['src/accounts/{credits,renewal}.ts', 'src/storage/sql/admission-store.ts'],
    tests: ['src/accounts/{credits,renewal}.test.ts', 'test/storage.test.ts'],
  },
}
