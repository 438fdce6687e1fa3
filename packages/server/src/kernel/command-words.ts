/** The end of the program's path where it is a file of an installed package. */
const INSTALLED = ['/.bin/deep-research', '/@deep-research/server/dist/main.js']
/** The same in a clone of the repository. */
const CLONED = ['/packages/server/src/main.ts', '/packages/server/dist/main.js']

/**
 * The words with which a command line begins where this process was started, as a person types them.
 * `script`: the path of the program. `folder`: where it was started.
 */
export function commandWords(script = process.argv[1] ?? '', folder = process.cwd()): string {
  const path = script.replaceAll('\\', '/')
  if (CLONED.some((end) => path.endsWith(end))) return 'npx -y pnpm@12 deep-research'
  const modules = path.indexOf('/node_modules/')
  if (modules === -1 || !INSTALLED.some((end) => path.endsWith(end))) return 'deep-research'
  const project = path.slice(0, modules)
  // What npx fetched by itself is in no project.
  if (project.includes('/_npx/')) return 'npx -y @deep-research/server'
  return `${folder.replaceAll('\\', '/')}/`.startsWith(`${project}/`) ? 'npx deep-research' : 'deep-research'
}
