/** Before all tests, once: makes what the dashboard's pages load, as `serve` and the build do. */
export async function setup(): Promise<void> {
  await import('../../browser/build.ts')
}
