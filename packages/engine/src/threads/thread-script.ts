/** The script of a thread: beside the module that names it in the sources, beside the bundle in the package. */
export function threadScript(module: string, name: string): URL {
  return new URL(`./${name}.${module.endsWith('.ts') ? 'ts' : 'js'}`, module)
}
