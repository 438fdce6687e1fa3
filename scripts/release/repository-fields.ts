/** Where a package comes from, as the fields of its package.json. */
export interface RepositoryFields {
  repository: { type: 'git'; url: string; directory: string }
  homepage: string
  bugs: string
}

/**
 * Reads where a release runs from the variables that GitHub Actions sets.
 * @throws Error if they are missing.
 */
export function repositoryFields(environment: Record<string, string | undefined>, directory: string): RepositoryFields {
  const { GITHUB_SERVER_URL: server, GITHUB_REPOSITORY: repository } = environment
  if (!server || !repository) {
    throw new Error('GITHUB_SERVER_URL and GITHUB_REPOSITORY must be set. The release workflow sets them.')
  }
  const page = `${server}/${repository}`
  return {
    repository: { type: 'git', url: `git+${page}.git`, directory },
    homepage: `${page}/tree/main/${directory}#readme`,
    bugs: `${page}/issues`,
  }
}
