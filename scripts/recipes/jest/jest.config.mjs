// biome-ignore lint/style/noDefaultExport: Jest reads the default export
export default {
  testEnvironment: 'node',
  // The mock, the SDK's contract and MSW 3 are ES modules, and so is the test: nothing is transformed.
  transform: {},
}
