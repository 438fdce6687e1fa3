import { UserError } from './user-error.ts'

interface Optional {
  /** What asks for the packages, such as "REDIS_URL is set". */
  because: string
  /** What to install, as one writes it behind `npm install`. */
  packages: string
}

/**
 * Loads a module that imports packages which are installed only by those who need them.
 * @throws {@link UserError} if such a package is not installed.
 */
export async function loadOptional<Module>(
  load: () => Promise<Module>,
  { because, packages }: Optional,
): Promise<Module> {
  try {
    return await load()
  } catch (error) {
    const missing = missingPackage(error)
    if (missing === undefined || !packages.split(' ').includes(missing)) throw error
    throw new UserError(`${because}, which needs the package ${missing}. Run npm install ${packages}.`)
  }
}

/** The name of the package that an import did not find. */
function missingPackage(error: unknown): string | undefined {
  if (!(error instanceof Error) || (error as NodeJS.ErrnoException).code !== 'ERR_MODULE_NOT_FOUND') return undefined
  return /^Cannot find package '([^']+)'/.exec(error.message)?.[1]
}
